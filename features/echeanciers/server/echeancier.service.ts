import { sql } from 'kysely'
import { refusal } from '#shared/erreurs.ts'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import {
  LIGNES_MAX,
  type GenerationInput,
  type LignesInput,
} from '#features/echeanciers/echeances.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { assertOpen, lockDossier, type DossierTenu } from '#features/ventes/server/dossiers.service.ts'
import {
  brokenBloc,
  brokenSum,
  applyModele,
  applyToRest,
  type Generation,
  type Ligne,
} from '#features/echeanciers/echeancier.rules.ts'
import type { Modele } from '#features/echeanciers/stades.contract.ts'
import { readLignes, writeLignes, type LigneTenue } from '#features/echeanciers/server/lignes.service.ts'
import { holdModele, holdStades } from '#features/echeanciers/server/modeles.service.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { assertKept, fieldErrors, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

export const toGeneration = ({
  premier_jour,
  nombre,
  pas_mois,
  arrondi,
}: Pick<GenerationInput, 'premier_jour' | 'nombre' | 'pas_mois' | 'arrondi'>): Generation => ({
  premier_jour,
  nombre: nombre ?? undefined,
  pas_mois: pas_mois ?? undefined,
  arrondi: arrondi ?? 1,
})

/** Limits the lines of an échéancier. @throws tropDeLignes (422 on champ) */
export function assertFewEnough(lignes: readonly Ligne[], champ: 'lignes' | 'nombre'): void {
  if (lignes.length > LIGNES_MAX) throw refuse(echeanciersErreurs.tropDeLignes).on(champ)
}

/**
 * Replaces the lines of a dossier by those of a modèle; with `reste` what is covered stays, and the parts that have passed are left out.
 * @throws modeleInconnu, stadeSansBloc (422 on modele_id), premierJourManquant, tropDeLignes (422), introuvable (404), venteClose,
 * versionPerimee, rienAPlanifier, echeancierEntame (409)
 */
export async function generateEcheancier(
  db: Db,
  actor: Actor,
  id: number,
  input: GenerationInput,
): Promise<Dossier> {
  const modele = await holdModele(db, input)
  const { bien, vente } = await lockToPlan(db, id, input.version)
  assertKept(brokenBloc(bien.type, modele.lignes), 'modele_id')
  const lignes = linesOf(vente, await readLignes(db, id), modele, input, await readAtteints(db, bien.id))
  assertFewEnough(lignes, 'nombre')
  await writeLignes(db, actor, vente, lignes)
  return readDossier(db, id)
}

/** Ids of the stades that the bloc of a locked bien has reached; the lock makes a record of another stade wait. */
async function readAtteints(db: Db, bienId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('stades_atteints')
    .select('stade_id')
    .where('bloc_id', '=', sql<number>`bloc_du_bien(${bienId})`)
    .execute()
  return rows.map(({ stade_id }) => stade_id)
}

function linesOf(
  { prix, total_paye, contrat_le, livraison_le }: DossierTenu['vente'],
  avant: readonly LigneTenue[],
  { lignes }: Modele,
  input: GenerationInput,
  stades: readonly number[],
): Ligne[] {
  const generation = toGeneration(input)
  if (input.portee === 'reste') {
    if (total_paye >= prix) throw refuse(echeanciersErreurs.rienAPlanifier)
    const evenements = { contrat_le, livraison_le, stades, aujourdhui: aujourdhui() }
    return applyToRest(prix, total_paye, avant, lignes, evenements, generation)
  }
  if (prix === 0) throw refuse(echeanciersErreurs.rienAPlanifier)
  if (avant.some(({ couvert }) => couvert > 0)) throw refuse(echeanciersErreurs.echeancierEntame)
  return applyModele(prix, lignes, generation)
}

/**
 * Replaces the lines of a dossier, in order; an empty list removes its échéancier. A fully covered line stays as it is.
 * @throws stadeSansBloc, sommeEcheances (422 on lignes), stadeInconnu, invalide (422 at the field of a line), introuvable (404),
 * venteClose, versionPerimee, echeanceReglee (409)
 */
export async function editEcheancier(
  db: Db,
  actor: Actor,
  id: number,
  { lignes: saisies, version }: LignesInput,
): Promise<Dossier> {
  const { bien, vente } = await lockToPlan(db, id, version)
  const avant = await readLignes(db, id)
  const enArabe = new Map(avant.map(({ id: ligne, libelle_ar }) => [ligne, libelle_ar]))
  const lignes = saisies.map(({ stade_id, date_prevue, libelle_ar, ...ligne }) => ({
    ...ligne,
    id: ligne.id ?? undefined,
    // The name in Arabic moves no money, so that it can still come to a covered line.
    libelle_ar: libelle_ar === undefined ? (enArabe.get(ligne.id ?? 0) ?? null) : libelle_ar,
    stade_id: stade_id ?? null,
    date_prevue: date_prevue ?? null,
  }))
  await assertNamed(db, lignes, avant)
  assertKept(brokenBloc(bien.type, lignes), 'lignes')
  assertKept(brokenSum(lignes, vente.prix))
  assertCoveredStay(lignes, avant)
  await writeLignes(db, actor, vente, lignes)
  return readDossier(db, id)
}

async function lockToPlan(db: Db, id: number, version: number | null | undefined): Promise<DossierTenu> {
  const tenu = await lockDossier(db, id)
  assertOpen(tenu)
  await changeVersioned(db, 'ventes', tenu.vente, version, {})
  return tenu
}

type LigneDemandee = Ligne & { id: number | undefined }

/** Checks that each line is of the dossier or new, and that its stade exists; locks the stades. */
async function assertNamed(
  db: Db,
  lignes: readonly LigneDemandee[],
  avant: readonly LigneTenue[],
): Promise<void> {
  const stades = await holdStades(
    db,
    lignes.flatMap(({ stade_id }) => stade_id ?? []),
  )
  const known = new Set(avant.map(({ id }) => id))
  const refused = lignes.flatMap(({ id, stade_id }, rang) => [
    ...(id === undefined || known.has(id) ? [] : [[`lignes.${rang}.id`, VALEUR_INVALIDE] as const]),
    ...(stade_id === null || stades.has(stade_id)
      ? []
      : [[`lignes.${rang}.stade_id`, refusal(echeanciersErreurs.stadeInconnu).message] as const]),
  ])
  if (refused.length > 0) throw fieldErrors(Object.fromEntries(refused))
}

function assertCoveredStay(lignes: readonly LigneDemandee[], avant: readonly LigneTenue[]): void {
  for (const [index, { couvert, ...tenue }] of avant.entries()) {
    if (couvert < tenue.montant) continue
    const now = lignes[index]
    const same =
      now?.id === tenue.id &&
      now.libelle === tenue.libelle &&
      now.montant === tenue.montant &&
      now.declencheur === tenue.declencheur &&
      now.stade_id === tenue.stade_id &&
      now.date_prevue === tenue.date_prevue
    if (!same) throw refuse(echeanciersErreurs.echeanceReglee, { rang: index + 1, libelle: tenue.libelle })
  }
}
