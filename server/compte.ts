import { randomBytes } from 'node:crypto'
import { proposeProvisoire } from '#features/acces/provisoire.rules.ts'
import { openCompte } from '#features/acces/server/compte.service.ts'
import { hashPassword } from '#features/acces/server/password.ts'
import { readConfig } from '#server/config.ts'
import { isClusterMissing } from '#server/database/embedded-cluster.ts'
import { openDatabase } from '#server/database/pool.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { CommandError, orOlder, runCommand } from '#server/refusal.ts'
import { commande } from '#server/version.ts'
import { texte } from '#shared/champs/codecs.ts'
import { email } from '#shared/coordonnees.ts'

const USAGE = commande('compte', 'EMAIL [--nom "…"]')

await runCommand(openAccount)

/**
 * `npm run compte -- EMAIL [--nom "…"]`: makes or activates the account as direction, takes its code at sign-in away, ends its sessions and
 * prints a provisional password, whether or not the server runs (Q58).
 */
async function openAccount(): Promise<void> {
  const { adresse, nom } = readArguments(process.argv.slice(2))
  const config = readConfig(process.env)
  if (!config.databaseUrl && (await isClusterMissing(config.dataDir)))
    throw new CommandError(
      `il n'y a pas d'installation de Diyar dans ${config.dataDir} : indiquez DATA_DIR ou DATABASE_URL.`,
    )
  const password = proposeProvisoire(randomBytes(12))
  const mot_de_passe = await hashPassword(password)
  const database = await openDatabase(config, { adopt: true })
  try {
    const { nouveau } = await inTransaction(database.db, (db) =>
      openCompte(db, { email: adresse, nom, mot_de_passe }),
    ).catch(orOlder)
    console.log(
      `Diyar : le compte ${adresse} est ${nouveau ? 'créé' : 'actif'}, rôle Direction. Ses connexions sont fermées et aucun code ne lui est demandé.`,
    )
    console.log(`Mot de passe provisoire : ${password}`)
    console.log('Il est valable 7 jours, à changer à la première connexion.')
  } finally {
    await database.close()
  }
}

/** @throws CommandError for no e-mail, one that is none, a name that is none, or anything else that is not known */
function readArguments(args: readonly string[]): { adresse: string; nom: string | undefined } {
  const [given, option, name, ...rest] = args
  if (given === undefined) throw new CommandError(`indiquez l'adresse email du compte : ${USAGE}.`)
  const adresse = email().safeParse(given)
  if (!adresse.success) throw new CommandError(`« ${given} » n'est pas une adresse email : ${USAGE}.`)
  if (option === undefined) return { adresse: adresse.data, nom: undefined }
  if (option !== '--nom' || rest.length > 0)
    throw new CommandError(
      `« ${[...(option === '--nom' ? [] : [option]), ...rest][0]} » n'est pas connu : ${USAGE}.`,
    )
  const nom = texte('Le nom est obligatoire.').safeParse(name)
  if (!nom.success) throw new CommandError(`ce nom ne convient pas. ${nom.error.issues[0]?.message ?? ''}`)
  return { adresse: adresse.data, nom: nom.data }
}
