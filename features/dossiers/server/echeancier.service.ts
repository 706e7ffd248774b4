import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import { LIGNES_MAX, type GenerationInput, type LignesInput } from '#features/dossiers/echeancier.contract.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { assertOpen, lockDossier, type DossierTenu } from '#features/dossiers/server/dossiers.service.ts'
import {
  applyModele,
  applyToRest,
  type Declencheur,
  type Generation,
  type Ligne,
} from '#features/echeancier/echeancier.rules.ts'
import type { Modele } from '#features/echeancier/modeles.contract.ts'
import { readLignes, writeLignes, type LigneTenue } from '#features/echeancier/server/lignes.service.ts'
import { holdModele, holdStades } from '#features/stades/server/modeles.service.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { sentence } from '#server/erreurs.ts'
import { AppError, fieldErrors } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/** Is there a line that only a bien in a bloc can follow? */
export const waitsForStade = (lignes: readonly { declencheur: Declencheur }[]): boolean =>
  lignes.some(({ declencheur }) => declencheur === 'stade')

/** What of a modèle is asked otherwise than it says. */
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

/** Its lines with days are made of so many that there are too many in all. */
export function assertFewEnough(lignes: readonly Ligne[], champ: 'lignes' | 'nombre'): void {
  if (lignes.length > LIGNES_MAX) throw new AppError('tropDeLignes').on(champ)
}

/**
 * Makes the lines of a dossier out of a modèle, in the place of those it has; with `reste`, what is covered stays.
 * @throws modeleInconnu, stadeSansBloc (422 on modele_id), premierJourManquant, tropDeLignes (422), introuvable (404),
 *   venteClose, versionPerimee, rienAPlanifier, echeancierEntame (409)
 */
export async function generateEcheancier(
  db: Db,
  actor: Actor,
  id: number,
  input: GenerationInput,
): Promise<Dossier> {
  const modele = await holdModele(db, input)
  const { bien, vente } = await lockToPlan(db, id, input.version)
  assertHasBloc(bien, modele.lignes, 'modele_id')
  const lignes = linesOf(vente, await readLignes(db, id), modele, input)
  assertFewEnough(lignes, 'nombre')
  await writeLignes(db, actor, vente, lignes)
  return readDossier(db, id)
}

function linesOf(
  { prix, total_paye }: DossierTenu['vente'],
  avant: readonly LigneTenue[],
  { lignes }: Modele,
  input: GenerationInput,
): Ligne[] {
  const generation = toGeneration(input)
  if (input.portee === 'reste') {
    if (total_paye >= prix) throw new AppError('rienAPlanifier')
    return applyToRest(prix, total_paye, avant, lignes, generation)
  }
  if (prix === 0) throw new AppError('rienAPlanifier')
  if (avant.some(({ couvert }) => couvert > 0)) throw new AppError('echeancierEntame')
  return applyModele(prix, lignes, generation)
}

/**
 * Makes these the lines of a dossier, in their order; none: it has no échéancier any more. What is covered whole stays as it is.
 * @throws stadeSansBloc, sommeEcheances (422 on lignes), stadeInconnu, invalide (422 at the field of a line), introuvable (404),
 *   venteClose, versionPerimee, echeanceReglee (409)
 */
export async function editEcheancier(
  db: Db,
  actor: Actor,
  id: number,
  { lignes: saisies, version }: LignesInput,
): Promise<Dossier> {
  const { bien, vente } = await lockToPlan(db, id, version)
  const avant = await readLignes(db, id)
  const lignes = saisies.map(({ stade_id, date_prevue, ...ligne }) => ({
    ...ligne,
    id: ligne.id ?? undefined,
    stade_id: stade_id ?? null,
    date_prevue: date_prevue ?? null,
  }))
  await assertNamed(db, lignes, avant)
  assertHasBloc(bien, lignes, 'lignes')
  const somme = lignes.reduce((sum, { montant }) => sum + montant, 0)
  if (lignes.length > 0 && somme !== vente.prix)
    throw new AppError('sommeEcheances', { somme, prix: vente.prix }).on('lignes')
  assertCoveredStay(lignes, avant)
  await writeLignes(db, actor, vente, lignes)
  return readDossier(db, id)
}

/** The dossier under its lock, open, its version moved on. */
async function lockToPlan(db: Db, id: number, version: number | null | undefined): Promise<DossierTenu> {
  const tenu = await lockDossier(db, id)
  assertOpen(tenu)
  await changeVersioned(db, 'ventes', tenu.vente, version, {})
  return tenu
}

function assertHasBloc(
  { type }: { type: TypeBien },
  lignes: readonly { declencheur: Declencheur }[],
  champ: 'modele_id' | 'lignes',
): void {
  if (type === 'place_parking' && waitsForStade(lignes)) throw new AppError('stadeSansBloc').on(champ)
}

type LigneDemandee = Ligne & { id: number | undefined }

/** Each line is one of the dossier or a new one, and each stade is there: they stay until it is done. */
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
      : [[`lignes.${rang}.stade_id`, sentence('stadeInconnu', undefined)] as const]),
  ])
  if (refused.length > 0) throw fieldErrors(Object.fromEntries(refused))
}

/** A line that is covered whole stays in its place, as it is. */
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
    if (!same) throw new AppError('echeanceReglee', { rang: index + 1, libelle: tenue.libelle })
  }
}
