import { sql } from 'kysely'
import { NOMS_DES_FEUILLES } from '#features/imports/colonnes.ts'
import type { Contexte, Ligne } from '#features/imports/server/check/context.ts'
import { numeroDePlace } from '#features/imports/server/nouns.ts'
import type { Db } from '#server/database/db.ts'
import { cleanNumero, normaliser } from '#shared/texte.ts'

interface Noms {
  clients: Set<string>
  residences: Set<string>
  blocs: Set<string>
  etages: Set<string>
  parkings: Set<string>
  lots: Set<string>
  places: Set<string>
}

/** Kinds that a column names on any sheet. */
const COLONNES: Record<string, readonly (keyof Noms)[]> = {
  client: ['clients'],
  co1: ['clients'],
  co2: ['clients'],
  co3: ['clients'],
  residence: ['residences'],
  bloc: ['blocs'],
  etage: ['etages'],
  parking: ['parkings'],
  lieu: ['blocs', 'parkings'],
  numero: ['lots', 'places'],
  nomComplet: ['clients'],
  nomloc: ['blocs'],
  designation: ['etages'],
  parking_nom: ['parkings'],
  numLot: ['lots'],
  num: ['lots'],
  numero_place: ['places'],
}

/** Kinds whose numbers are not folded as a name is. */
const FOLDS: Partial<Record<keyof Noms, (numero: string) => string>> = {
  lots: (numero) => normaliser(cleanNumero(numero)),
  places: numeroDePlace,
}

const note = (noms: Noms, { feuille, valeurs }: Ligne): void => {
  for (const [champ, valeur] of Object.entries(valeurs)) {
    if (valeur === null) continue
    const quoi =
      feuille === 'residences' && champ === 'nom' ? ['residences' as const] : (COLONNES[champ] ?? [])
    for (const table of quoi) noms[table].add(FOLDS[table]?.(String(valeur)) ?? normaliser(String(valeur)))
  }
}

const nommesPar = (lignes: Iterable<Ligne>): Noms => {
  const noms: Noms = {
    clients: new Set(),
    residences: new Set(),
    blocs: new Set(),
    etages: new Set(),
    parkings: new Set(),
    lots: new Set(),
    places: new Set(),
  }
  for (const ligne of lignes) note(noms, ligne)
  return noms
}

/** Locks the records that a workbook names, by id and in the order of every other change, so that two imports never deadlock. */
export async function lockNamed({ db, lignes, modifier }: Contexte): Promise<void> {
  const noms = nommesPar(toutes(lignes))
  const changees = (feuille: 'clients' | 'blocs' | 'etages') =>
    modifier ? nommesPar(lignes[feuille])[feuille] : new Set<string>()
  // Reprise fills what a client lacks, whatever lines may change.
  const remplis = nommesPar(lignes.reprise).clients
  await lockClients(db, noms.clients, new Set([...changees('clients'), ...remplis]))
  const residences = await idsOf(
    db,
    sql`select id from residences where recherche = any (${[...noms.residences]}::text[]) order by id for no key update`,
  )
  const blocs = await parChange(
    db,
    changees('blocs'),
    noms.blocs,
    (parmi, verrou) => sql`
    select id from blocs where residence_id = any (${residences}::bigint[]) and recherche = any (${parmi}::text[]) order by id ${verrou}`,
  )
  const etages = await parChange(
    db,
    changees('etages'),
    noms.etages,
    (parmi, verrou) => sql`
    select id from etages where bloc_id = any (${blocs}::bigint[]) and normaliser(designation) = any (${parmi}::text[]) order by id ${verrou}`,
  )
  const parkings = await idsOf(
    db,
    sql`select id from parkings where residence_id = any (${residences}::bigint[]) and recherche = any (${[...noms.parkings]}::text[])
      order by id for update`,
  )
  const biens = await lesBiens(db, noms, { blocs, etages, parkings }, nommesPar(lignes.stades).blocs)
  await sql`select from biens where id = any (${biens}::bigint[]) order by id for update`.execute(db)
  await sql`select from ventes where bien_id = any (${biens}::bigint[]) and terminee_le is null order by id for update`.execute(
    db,
  )
}

function* toutes(lignes: Contexte['lignes']): Generator<Ligne> {
  for (const feuille of NOMS_DES_FEUILLES) yield* lignes[feuille]
}

type Requete = ReturnType<typeof sql<{ id: number }>>

async function idsOf(db: Db, requete: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await (requete as Requete).execute(db)
  return rows.map(({ id }) => id)
}

/** Locks clients that a line may change; keeps the others from being deleted. */
async function lockClients(db: Db, noms: Set<string>, changes: Set<string>): Promise<void> {
  await idsOf(
    db,
    sql`select id from clients where recherche = any (${[...changes]}::text[]) order by id for update`,
  )
  await idsOf(
    db,
    sql`select id from clients where recherche = any (${[...noms]}::text[]) order by id for key share`,
  )
}

/** Locks records that lines may change; keeps the others where they are. */
async function parChange(
  db: Db,
  changes: Set<string>,
  noms: Set<string>,
  requete: (parmi: string[], verrou: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Promise<number[]> {
  const restent = [...noms].filter((nom) => !changes.has(nom))
  const held = await idsOf(db, requete([...changes], sql`for no key update`))
  return [...held, ...(await idsOf(db, requete(restent, sql`for share`)))]
}

/** Biens that lines name, and all lots of a bloc whose stade is recorded, because their échéances follow it. */
const lesBiens = (
  db: Db,
  { lots, places }: Noms,
  dans: Record<'blocs' | 'etages' | 'parkings', number[]>,
  blocsDesStades: Set<string>,
): Promise<number[]> =>
  idsOf(
    db,
    sql`
    select id from appartements where etage_id = any (${dans.etages}::bigint[]) and recherche = any (${[...lots]}::text[])
    union select id from locaux where bloc_id = any (${dans.blocs}::bigint[]) and recherche = any (${[...lots]}::text[])
    union select id from places_parking where parking_id = any (${dans.parkings}::bigint[])
      and numero_place = any (${[...places].filter((numero) => /^\d{1,9}$/.test(numero)).map(Number)}::integer[])
    union select a.id from appartements a join etages e on e.id = a.etage_id join blocs o on o.id = e.bloc_id
      where o.id = any (${dans.blocs}::bigint[]) and o.recherche = any (${[...blocsDesStades]}::text[])
    union select l.id from locaux l join blocs o on o.id = l.bloc_id
      where o.id = any (${dans.blocs}::bigint[]) and o.recherche = any (${[...blocsDesStades]}::text[])`,
  )
