// `npm run generate schema` writes server/database/schema.ts again after a new migration, `npm run generate imprimables` shared/imprimables.ts after a change
// of the papers' fonts.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [what] = process.argv.slice(2)
const file = fileURLToPath(new URL(`../test/harness/${what}.ts`, import.meta.url))
const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' })
await (what === 'schema' ? module.writeSchema() : module.writeTable())
