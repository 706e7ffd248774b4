import { resolve } from 'node:path'
import { backUp } from '#server/backup/backup.ts'
import { keepBackup } from '#server/backup/kept.ts'
import { backupFolder } from '#server/backup/nightly.ts'
import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { openDatabase } from '#server/database/pool.ts'
import { refuseStoreOfAnother } from '#server/files/installation.ts'
import { openFiles } from '#server/files/open.ts'
import { nameFiles } from '#server/files/verify.ts'
import { CommandError, runCommand } from '#server/refusal.ts'
import { formatCompte } from '#shared/texte.ts'
import { formatTaille } from '#shared/taille.ts'

await runCommand(save)

/** `npm run sauvegarde [FILE]`: writes all data and plans into one file, whether or not the server runs. */
async function save(): Promise<void> {
  const config = readConfig(process.env)
  if (!config.databaseUrl && (await isClusterMissing(config.dataDir))) {
    throw new CommandError(
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
    console.log(
      `Diyar : sauvegarde écrite dans ${backup.path} (${formatTaille(backup.size)}, ${formatCompte(backup.rows, 'ligne')}, ${formatCompte(backup.plans, 'fichier')}).`,
    )
    console.log(`SHA-256 : ${backup.sha256}`)
    if (backup.faultyPlans.length === 0) return
    const fautifs = await nameFiles(database.db, backup.faultyPlans)
    console.error(
      `Diyar : ces fichiers sont perdus ou abîmés, et le seront aussi après une restauration : ${fautifs.join(', ')}`,
    )
    process.exitCode = 1
  } catch (error) {
    throw signal.aborted
      ? new CommandError("la sauvegarde a été interrompue : elle n'a pas été écrite.")
      : error
  } finally {
    await database.close()
  }
}

/** Prints once that the backup waits: it may wait for another backup of this installation, then for one made elsewhere. */
function sayThatItWaits(): () => void {
  let said = false
  return () => {
    if (!said) console.log('Diyar : une autre sauvegarde est en cours, celle-ci commencera ensuite…')
    said = true
  }
}

/** Aborts on Ctrl-C and other signals, so that no half-written file stays. */
function untilStopped(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  return stopping.signal
}

/** Path asked for, relative to the caller's folder: npm runs the command in the folder of the package. */
function chosen(): string | undefined {
  const [target] = process.argv.slice(2)
  return target === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', target)
}
