import { hashPassword } from '#features/acces/server/password.ts'
import { DEMO_ACCOUNT, fillDemo } from '#db/demo.ts'
import { readConfig } from '#server/config.ts'
import { count } from '#server/database/records.ts'
import { runCommand } from '#server/refusal.ts'
import { serve } from '#server/serve.ts'
import { aujourdhui } from '#shared/dates.ts'

/** `npm run demo`: runs the product on its own data folder, filled at the first start. */
await runCommand(async () => {
  const config = readConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? 'data-demo' })
  await serve(config, async ({ db }, files) => {
    if ((await count(db, 'membres')) > 0) return
    const hashed = await hashPassword(DEMO_ACCOUNT.password)
    await db.transaction().execute((transaction) => fillDemo(transaction, aujourdhui(), hashed, files))
  })
  console.log(`Diyar : compte de démonstration ${DEMO_ACCOUNT.email}, mot de passe ${DEMO_ACCOUNT.password}`)
})
