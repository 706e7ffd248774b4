// `npm run schema`: writes server/database/schema.ts again, after a new migration.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(fileURLToPath(new URL('../test/harness/schema.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
await module.writeSchema()
