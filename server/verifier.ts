import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { brokenRules, readBusinessRules } from '#server/database/invariants.ts'
import { openDatabase } from '#server/database/pool.ts'
import { refuseStoreOfAnother } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import { verifyPlans } from '#server/files/verify.ts'
import { Refusal, runCommand } from '#server/http/refusal.ts'

await runCommand(verify)

/**
 * `npm run verifier [-- --complet]`: checks every rule of db/invariants.sql on the database in use, then that its plans are in their store,
 * whether or not the server runs, and prints what is wrong. With `--complet` every plan is read, and compared to the byte.
 */
async function verify(): Promise<void> {
  const complete = isComplete(process.argv.slice(2))
  const config = readConfig(process.env)
  if (!config.databaseUrl && (await isClusterMissing(config.dataDir)))
    throw new Refusal(`il n'y a rien à vérifier dans ${config.dataDir} : indiquez DATA_DIR ou DATABASE_URL.`)
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
    await refuseStoreOfAnother(files, database.db)
    const { faults, notes } = await verifyPlans(database.db, files, complete)
    for (const fault of faults) console.error(fault)
    for (const note of notes) console.log(note)
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** A rule asks for a table or a column that an earlier version of the schema does not have. */
function orOlder(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703')))
    throw error
  throw new Refusal(
    "la base de données n'a pas encore été mise à jour par cette version de Diyar : démarrez Diyar, puis recommencez.",
  )
}

function isComplete(args: string[]): boolean {
  const [unknown] = args.filter((arg) => arg !== '--complet')
  if (unknown !== undefined)
    throw new Refusal(`« ${unknown} » n'est pas connu : npm run verifier [-- --complet].`)
  return args.length > 0
}
