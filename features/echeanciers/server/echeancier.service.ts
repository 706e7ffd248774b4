import { sql } from 'kysely'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { holdBloc } from '#features/structure/server/blocs.service.ts'
import { communesErreurs, refusal } from '#shared/erreurs.ts'
import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import {
  GENERATIONS_MAX,
  LIGNES_MAX,
  type GenerationInput,
  type GenerationsInput,
  type LignesInput,
} from '#features/echeanciers/echeances.contract.ts'
import { readDossier } from '#features/ventes/server/dossiers.read.ts'
import { assertOpen, lockDossier, type DossierTenu } from '#features/ventes/server/dossiers.service.ts'
import {
  refusDuStadeSansBloc,
  refusDeLaSomme,
  applyModele,
  applyToRest,
  waitsForStade,
  type Generation,
  type Ligne,
} from '#features/echeanciers/echeancier.rules.ts'
import type { Modele } from '#features/echeanciers/stades.contract.ts'
import { SANS_CONTRAT, SANS_ECHEANCIER } from '#features/etats/server/etats.read.ts'
import {
  readLignes,
  writeFirstLignes,
  writeLignes,
  type LigneTenue,
} from '#features/echeanciers/server/lignes.service.ts'
import { holdModele, holdStades } from '#features/echeanciers/server/modeles.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
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
  assertKept(refusDuStadeSansBloc(bien.type, modele.lignes), 'modele_id')
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
  assertKept(refusDuStadeSansBloc(bien.type, lignes), 'lignes')
  assertKept(refusDeLaSomme(lignes, vente.prix))
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

interface Made {
  crees: number
  ignores: number
  restants: number
}

/** Where dossiers are sought: in a residence, in a bloc, or among those that an import has made. */
type Lieu = { residence: number | null; bloc: number | null } | { importe: number }

/**
 * Applies a modèle to the open dossiers of a residence, a bloc or an import that have no échéancier, by id, {@link GENERATIONS_MAX} at most. A
 * modèle with a stade leaves parking places out (`ventes.md` C.3, `entree.md` D.7).
 * @throws residenceInconnue (422 on residence_id), blocInconnu, blocAutreResidence (422 on bloc_id), invalide (422 on import_id) of an import
 * that is unknown or whose records are forgotten, modeleInconnu, premierJourManquant, tropDeLignes (422)
 */
export async function generateEcheanciers(db: Db, actor: Actor, input: GenerationsInput): Promise<Made> {
  const lieu = await holdLieu(db, input)
  const modele = await holdModele(db, input)
  const places = !waitsForStade(modele.lignes)
  const ventes = await lockWithout(db, lieu, places)
  const made = ventes.map(({ id, prix }) => ({
    id,
    lignes: applyModele(prix, modele.lignes, toGeneration(input)),
  }))
  for (const { lignes } of made) assertFewEnough(lignes, 'nombre')
  await writeFirstLignes(db, actor, made)
  await sql`update ventes set version = version + 1 where id = any (${ventes.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  return { crees: made.length, ...(await countLeft(db, lieu, places)) }
}

async function holdLieu(db: Db, { residence_id, bloc_id, import_id }: GenerationsInput): Promise<Lieu> {
  if (import_id != null) {
    const { rows } = await sql`
      select from actes a where a.import_id = ${import_id} and exists (select from actes_fiches f where f.acte_id = a.id)`.execute(
      db,
    )
    if (rows.length === 0) throw refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('import_id')
    return { importe: import_id }
  }
  const [residence, bloc] = [residence_id ?? null, bloc_id ?? null]
  const there = async (table: 'residences' | 'blocs', id: number | null) =>
    id !== null &&
    (await db.selectFrom(table).select('id').where('id', '=', id).forShare().executeTakeFirst())
  if (residence === null ? !(await there('blocs', bloc)) : !(await there('residences', residence)))
    throw refuse(structureErreurs.residenceInconnue).on('residence_id')
  if (residence !== null && bloc !== null) await holdBloc(db, bloc, residence)
  return { residence, bloc }
}

const sansEcheancier = (lieu: Lieu) => sql`
  from ventes v join biens b on b.id = v.bien_id
  where ${SANS_ECHEANCIER} and ${isIn(lieu)}`

function isIn(lieu: Lieu) {
  if ('importe' in lieu)
    return sql`v.id in (
      select f.objet_id from actes a join actes_fiches f on f.acte_id = a.id
      where a.import_id = ${lieu.importe} and f.objet = 'vente' and f.avant is null)`
  const { residence, bloc } = lieu
  return bloc === null
    ? sql`b.residence_id = ${residence}`
    : sql`v.id = any (ventes_des_blocs(array[${bloc}::bigint]))`
}

/** Locks the clients, then the biens, then the first of these ventes. */
async function lockWithout(db: Db, lieu: Lieu, places: boolean): Promise<{ id: number; prix: Centimes }[]> {
  const { rows: seen } = await sql<{ id: number; bien_id: number; client_id: number }>`
    select v.id, v.bien_id, v.client_id ${sansEcheancier(lieu)} and (${places} or b.type <> 'place_parking')
    order by v.id limit ${GENERATIONS_MAX}`.execute(db)
  const all = (ids: number[]) => sql`any (${ids}::bigint[])`
  const biens = all(seen.map(({ bien_id }) => bien_id))
  const clients = all(seen.map(({ client_id }) => client_id))
  await sql`select from clients where id = ${clients} order by id for key share`.execute(db)
  await sql`select from biens where id = ${biens} order by id for update`.execute(db)
  // Sales that changed while the locks were waited for are left out.
  const { rows } = await sql<{ id: number; prix: Centimes }>`
    select v.id, v.prix from ventes v where v.id = ${all(seen.map(({ id }) => id))} and v.bien_id = ${biens}
      and ${SANS_ECHEANCIER}
    order by v.id for update`.execute(db)
  return rows
}

async function countLeft(db: Db, lieu: Lieu, places: boolean): Promise<Omit<Made, 'crees'>> {
  const without = await countWithout(db, lieu)
  return places
    ? { ignores: 0, restants: without.dossiers }
    : { ignores: without.places, restants: without.dossiers - without.places }
}

/** Counts the open dossiers without échéancier at a place, and the parking places among them. */
export async function countWithout(db: Db, lieu: Lieu): Promise<{ dossiers: number; places: number }> {
  const { rows } = await sql<{ dossiers: number; places: number }>`
    select count(*) as dossiers, count(*) filter (where b.type = 'place_parking') as places ${sansEcheancier(lieu)}`.execute(
    db,
  )
  return rows[0] ?? { dossiers: 0, places: 0 }
}

/** Counts the open dossiers without échéancier that an import has made, the places among them, and those whose contract has no day. */
export async function countOfImport(
  db: Db,
  importe: number,
): Promise<{ dossiers: number; places: number; sans_contrat: number }> {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where ${SANS_CONTRAT}) as n ${sansEcheancier({ importe })}`.execute(db)
  return { ...(await countWithout(db, { importe })), sans_contrat: rows[0]?.n ?? 0 }
}
