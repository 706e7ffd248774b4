import { readConfig } from '#server/config.ts'
import { brokenRules, rulesOfTheBusiness } from '#server/database/invariants.ts'
import { openDatabase } from '#server/database/pool.ts'
import { runCommand } from '#server/refusal.ts'

await runCommand(verify)

/** `npm run verifier`: checks every rule of db/invariants.sql on the database in use, whether or not the server runs, and prints what breaks one. */
async function verify(): Promise<void> {
  const rules = await rulesOfTheBusiness()
  const database = await openDatabase(readConfig(process.env), { adopt: true })
  try {
    const broken = await brokenRules(database.db, rules)
    for (const { rule, rows } of broken) {
      console.error(`Règle enfreinte : ${rule}`)
      console.error(rows)
    }
    console.log(`${rules.length - broken.length} règles sur ${rules.length} sont respectées.`)
    if (broken.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}
