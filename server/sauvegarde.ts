import { resolve } from 'node:path'
import { backUp } from '#server/backup/backup.ts'
import { keepBackup } from '#server/backup/kept.ts'
import { backupFolder } from '#server/backup/nightly.ts'
import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { openDatabase } from '#server/database/pool.ts'
import { refuseStoreOfAnother } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import { Refusal, runCommand } from '#server/http/refusal.ts'
import { formatCompte } from '#shared/texte.ts'

await runCommand(save)

/** `npm run sauvegarde [FILE]`: all data and all plans in one file, whether or not the server runs. */
async function save(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.databaseUrl && (await isClusterMissing(config.dataDir))) {
    throw new Refusal(
      `il n'y a rien à sauvegarder dans ${config.dataDir} : indiquez DATA_DIR ou DATABASE_URL.`,
    )
  }
  const madeAt = new Date()
  const target = chosen()
  const database = await openDatabase(config, { adopt: true })
  const signal = untilStopped()
  try {
    const files = await openFiles(config)
    await refuseStoreOfAnother(files, database.db)
    const { connection } = database
    const common = { connection, files, madeAt, signal, onWait: sayThatItWaits() }
    const backup = target
      ? await backUp({ ...common, target, dataDir: config.dataDir })
      : await keepBackup({
          ...common,
          folder: resolve(backupFolder(config.dataDir)),
          fichier: `diyar-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`,
          origine: 'commande',
        })
    if (!backup) throw new Error('a backup that waits for the others is made')
    const size = new Intl.NumberFormat('fr', { maximumFractionDigits: 1 }).format(backup.size / 1_000_000)
    console.log(
      `Diyar : sauvegarde écrite dans ${backup.path} (${size} Mo, ${formatCompte(backup.rows, 'ligne')}, ${formatCompte(backup.plans, 'plan')}).`,
    )
    console.log(`SHA-256 : ${backup.sha256}`)
    if (backup.faultyPlans.length === 0) return
    console.error(
      `Diyar : ces plans sont perdus ou abîmés, et le seront aussi après une restauration : ${backup.faultyPlans.join(', ')}`,
    )
    process.exitCode = 1
  } catch (error) {
    throw signal.aborted ? new Refusal("la sauvegarde a été interrompue : elle n'a pas été écrite.") : error
  } finally {
    await database.close()
  }
}

/** Once: a backup may wait for another one of this installation, then for one that somebody makes elsewhere. */
function sayThatItWaits(): () => void {
  let said = false
  return () => {
    if (!said) console.log('Diyar : une autre sauvegarde est en cours, celle-ci commencera ensuite…')
    said = true
  }
}

/** Ctrl-C, and whatever else asks us to end: what is half written is not left behind. */
function untilStopped(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  return stopping.signal
}

/** The file asked for, from where the user is: npm itself runs us in the folder of the package. */
function chosen(): string | undefined {
  const [target] = process.argv.slice(2)
  return target === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', target)
}
