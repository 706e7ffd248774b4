import { resolve } from 'node:path'
import { openArchive } from '#server/backup/archive-reader.ts'
import { migrationsOf, restore } from '#server/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { brokenRules, readBusinessRules } from '#server/database/invariants.ts'
import { readMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/pool.ts'
import { refuseOccupied } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import { CommandError, runCommand } from '#server/refusal.ts'
import { commande } from '#server/version.ts'
import { formatInstant } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'

await runCommand(bringBack)

/** `npm run restaurer FILE`: puts a backup into an empty installation, after a check of every byte. */
async function bringBack(): Promise<void> {
  const [path] = process.argv.slice(2)
  if (path === undefined)
    throw new CommandError(`indiquez la sauvegarde à restaurer : ${commande('restaurer', 'FICHIER')}.`)
  const config = readConfig(process.env)
  const archive = await openArchive(resolve(process.env.INIT_CWD ?? '', path))
  try {
    const migrations = await readMigrations()
    migrationsOf(archive, migrations)
    const files = await openFiles(config)
    if (!config.databaseUrl && (await isClusterMissing(config.dataDir))) await refuseOccupied(files)
    const database = await openDatabase(config, { adopt: true, patient: true })
    try {
      const { connection, db } = database
      const { rows, plans, liens } = await restore({ archive, migrations, connection, files })
      console.log(
        `Diyar : sauvegarde du ${formatInstant(new Date(archive.manifest.madeAt))} restaurée (${formatCompte(rows, 'ligne')}, ${formatCompte(plans, 'fichier')}).`,
      )
      if (liens > 0)
        console.log(
          `Diyar : ${formatCompte(liens, 'lien de suivi révoqué', 'liens de suivi révoqués')}. Créez-en de nouveaux dans les fiches des clients.`,
        )
      const rules = await readBusinessRules()
      const broken = await brokenRules(db, rules)
      for (const { rule } of broken) console.error(`Règle enfreinte : ${rule}`)
      console.log(`${rules.length - broken.length} règles sur ${rules.length} sont respectées.`)
      if (broken.length > 0) process.exitCode = 1
    } finally {
      await database.close()
    }
  } finally {
    await archive.close()
  }
}
