/**
 * The seed of what a test makes up: the one in `name` of the environment, to replay. Each day draws the same, so that whoever changes
 * something is answered for that change alone; the complete proof draws anew each time.
 */
export function readSeed(name: string): number {
  const drawn = process.env['PREUVE'] === 'jour' ? 1962 : Math.floor(Math.random() * 2 ** 31)
  return Number(process.env[name] ?? drawn)
}
