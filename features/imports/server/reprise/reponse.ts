import { sql } from 'kysely'
import type { Import, Reponse } from '#features/imports/imports.contract.ts'
import { importsErreurs } from '#features/imports/imports.erreurs.ts'
import { CHAMPS_DE_REPRISE } from '#features/imports/reprise.colonnes.ts'
import { libelleDuChamp } from '#features/imports/reprise.words.ts'
import {
  lockImport,
  readImport,
  readListes,
  requireNoOther,
} from '#features/imports/server/imports.service.ts'
import { thisProcess } from '#features/imports/server/imports.state.ts'
import {
  namesAcquereur,
  namesNumero,
  type Correspondance,
  type FeuilleLue,
} from '#features/imports/server/reprise/correspondance.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { aujourdhui, isJour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'

/**
 * Keeps what a member says of the columns of his lists; the check begins after the commit (`entree.md` C, D.2).
 * @throws introuvable; importSansCorrespondance, importEnCours (409); the refusals of {@link readReponse} (422)
 */
export async function answerCorrespondance(
  db: Db,
  actor: Actor,
  id: number,
  reponse: Reponse,
): Promise<Import> {
  const { nom, statut } = await lockImport(db, id)
  const listes = await readListes(db, id)
  if (statut !== 'correspondance' || !listes) throw refuse(importsErreurs.importSansCorrespondance)
  await requireNoOther(db)
  const feuilles = readReponse(listes, reponse, await readResidenceIds(db))
  await sql`update imports set correspondance = ${JSON.stringify({ feuilles })}::jsonb, statut = 'lecture', fait = 0, total = 0,
    vu_le = clock_timestamp(), machine = ${thisProcess.machine}, processus = ${thisProcess.processus} where id = ${id}`.execute(
    db,
  )
  const apres = { nom, statut: 'lecture' }
  await writeJournal(db, actor, { action: 'modifier', objet: 'import', id, avant: { nom, statut }, apres })
  return readImport(db, id)
}

const readResidenceIds = async (db: Db): Promise<ReadonlySet<number>> =>
  new Set((await db.selectFrom('residences').select('id').execute()).map(({ id }) => id))

type Repondue = Reponse['feuilles'][number]

const invalide = () => refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('feuilles')

/**
 * The sheets as they were answered; one that the answer leaves out is not read.
 * @throws 422 on feuilles: invalide, aucuneFeuilleChoisie, sansColonneDAcquereur, sansColonneDeBien, choisiDeuxFois, sansResidence,
 *   arreteeAuFutur
 */
export function readReponse(
  listes: Correspondance,
  { feuilles }: Reponse,
  residences: ReadonlySet<number>,
): FeuilleLue[] {
  const parNom = new Map(feuilles.map((feuille) => [feuille.nom, feuille]))
  if (parNom.size < feuilles.length) throw invalide()
  if (feuilles.some(({ nom }) => !listes.feuilles.some((une) => une.nom === nom))) throw invalide()
  const lues = listes.feuilles.map((feuille) => {
    const repondue = parNom.get(feuille.nom)
    return repondue?.lire
      ? readFeuille(feuille, repondue, residences)
      : { ...feuille, lire: false, repondue: true }
  })
  if (!lues.some(({ lire, contacts }) => lire && !contacts))
    throw refuse(importsErreurs.aucuneFeuilleChoisie).on('feuilles')
  return lues
}

function readFeuille(
  feuille: FeuilleLue,
  { residence_id = null, arretee_au = null, unite = 'da', colonnes: dites = [] }: Repondue,
  residences: ReadonlySet<number>,
): FeuilleLue {
  const parLettre = new Map(dites.map(({ lettre, champ }) => [lettre, champ]))
  if (parLettre.size < dites.length) throw invalide()
  for (const { lettre, champ } of dites) {
    if (!feuille.colonnes.some((colonne) => colonne.lettre === lettre)) throw invalide()
    if (champ !== null && !CHAMPS_DE_REPRISE.has(champ)) throw invalide()
  }
  const colonnes = feuille.colonnes.map((colonne) => ({
    ...colonne,
    champ: parLettre.get(colonne.lettre) ?? null,
    sur: true,
  }))
  if (residence_id !== null && !residences.has(residence_id)) throw invalide()
  if (arretee_au !== null && !isJour(arretee_au)) throw invalide()
  if (arretee_au !== null && arretee_au > aujourdhui())
    throw refuse(importsErreurs.arreteeAuFutur).on('feuilles')
  if (!namesAcquereur(colonnes)) throw refuse(importsErreurs.sansColonneDAcquereur).on('feuilles')
  if (!feuille.contacts && !namesNumero(colonnes))
    throw refuse(importsErreurs.sansColonneDeBien).on('feuilles')
  const champs = colonnes.flatMap(({ champ }) => champ ?? [])
  const double = champs.find((champ, rang) => champs.indexOf(champ) !== rang)
  if (double !== undefined)
    throw refuse(importsErreurs.choisiDeuxFois, { libelle: libelleDuChamp(double) }).on('feuilles')
  if (!feuille.contacts && residence_id === null && !champs.includes('residence'))
    throw refuse(importsErreurs.sansResidence).on('feuilles')
  return {
    ...feuille,
    lire: true,
    residence_id,
    arretee_au: arretee_au ?? feuille.arretee_au,
    unite,
    unite_sure: true,
    colonnes,
    repondue: true,
  }
}
