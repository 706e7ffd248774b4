import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { brokenRules, readBusinessRules } from '#server/database/invariants.ts'
import { openDatabase } from '#server/database/pool.ts'
import { refuseStoreOfAnother } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import { verifyPlans } from '#server/files/verify.ts'
import { readRemarques } from '#server/remarques.ts'
import { CommandError, orOlder, runCommand } from '#server/refusal.ts'
import { commande } from '#server/version.ts'

await runCommand(verify)

/**
 * `npm run verifier [-- --complet]`: checks every rule of db/invariants.sql, and the database's files in their store, whether or not the
 * server runs. With `--complet` every file is compared to the byte. What only a member can put right is told as a remark.
 */
async function verify(): Promise<void> {
  const complete = isComplete(process.argv.slice(2))
  const config = readConfig(process.env)
  if (!config.databaseUrl && (await isClusterMissing(config.dataDir)))
    throw new CommandError(
      `il n'y a rien à vérifier dans ${config.dataDir} : indiquez DATA_DIR ou DATABASE_URL.`,
    )
  const rules = await readBusinessRules()
  const files = await openFiles(config)
  const database = await openDatabase(config, { adopt: true, patient: true })
  try {
    const broken = await brokenRules(database.db, rules).catch(orOlder)
    for (const { rule, rows } of broken) {
      console.error(`Règle enfreinte : ${rule}`)
      console.error(rows)
    }
    console.log(`${rules.length - broken.length} règles sur ${rules.length} sont respectées.`)
    if (broken.length > 0) process.exitCode = 1
    for (const remarque of await readRemarques(database.db).catch(orOlder))
      console.log(`Remarque : ${remarque}`)
    await refuseStoreOfAnother(files, database.db)
    const { faults, notes } = await verifyPlans(database.db, files, complete)
    for (const fault of faults) console.error(fault)
    for (const note of notes) console.log(note)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

function isComplete(args: string[]): boolean {
  const [unknown] = args.filter((arg) => arg !== '--complet')
  if (unknown !== undefined)
    throw new CommandError(`« ${unknown} » n'est pas connu : ${commande('verifier', '--complet')}.`)
  return args.length > 0
}
