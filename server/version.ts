import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { packageRoot } from '#server/package-root.ts'

/** `paquet` is there in an archive (scripts/paquet.mjs). Read once: an update under a running server must not speak for it. */
const manifest = z
  .object({ version: z.string(), paquet: z.optional(z.object({})) })
  .parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')))

/** Version of this Diyar, told to members and on the server's own terminal, to nobody else. */
export const VERSION = manifest.version

/** Another command of Diyar, as one types it on this installation: an archive has no npm. */
export function commande(
  name: 'main' | 'sauvegarde' | 'restaurer' | 'verifier' | 'compte',
  args = '',
): string {
  const program = manifest.paquet
    ? `node dist/server/${name}.js`
    : name === 'main'
      ? 'npm start'
      : `npm run ${name}`
  // npm keeps the options that no « -- » comes before.
  return args ? `${program} ${!manifest.paquet && args.includes('--') ? '-- ' : ''}${args}` : program
}
