import { readConfig } from '#server/config.ts'
import { runCommand } from '#server/refusal.ts'
import { serve } from '#server/serve.ts'

await runCommand(() => serve(readConfig(process.env)))
