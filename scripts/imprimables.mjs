// `npm run imprimables`: writes shared/imprimables.ts again, after a change of the papers' fonts.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(
  fileURLToPath(new URL('../test/harness/imprimables.ts', import.meta.url)),
  {
    configFile: false,
    logLevel: 'error',
  },
)
module.writeTable()
