/** Reason why a command cannot go on, as one French sentence. The entry points print it and exit with code 1. */
export class CommandError extends Error {}

/** Code that Node, PostgreSQL or a store gives an error; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Tells whether a table, a column or a function is missing: the database has not been migrated to this Diyar yet. */
export const isOlderSchema = (error: unknown): boolean => ['42P01', '42703', '42883'].includes(codeOf(error))

/** A command's own sentence for a database that this release has not migrated yet; any other error unchanged. @throws always */
export function orOlder(error: unknown): never {
  if (!isOlderSchema(error)) throw error
  throw new CommandError(
    "la base de données n'a pas encore été mise à jour par cette version de Diyar : démarrez Diyar, puis recommencez.",
  )
}

/** Message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs a command: prints a {@link CommandError} as its sentence, and any other error whole. The exit code is 1 in both cases. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof CommandError ? `Diyar : ${error.message}` : error)
    process.exitCode = 1
  }
}
