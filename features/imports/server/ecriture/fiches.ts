import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fiche } from '#features/imports/server/controle/registres.ts'
import { writeJournal, type Entry } from '#features/journal/server/journal.service.ts'
import { drawIds, insertMany } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'
import type { Actor } from '#server/http/session.ts'

/** What the writing of one workbook needs; its transaction is the caller's. */
export interface Redaction {
  db: Db
  actor: Actor
  importId: number
  signal: AbortSignal
  /** Told of records as they are written. */
  avancer(nombre: number): void
}

type Cellule = string | number | boolean | Date | null

/** How records of a noun are put into one table: a column's type and its value. */
export interface Ecriture<V extends object> {
  table: keyof DB
  /** Of each column but `id`: its type in the database, and the value. References are to fiches that have their ids by now. */
  colonnes: Record<string, { type: string; de: (contenu: V) => Cellule }>
  /** Does a change move a version in this table? */
  versionnee: boolean
}

/** How many records are read at a time for their line in the journal. */
const LUS_A_LA_FOIS = 1_000

/** Those that a workbook adds. */
export const nouvelles = <V extends object>(fiches: readonly Fiche<V>[]) =>
  fiches.filter(({ avant, ligne }) => avant === null && ligne !== null)

/** The fiche's id once it is drawn. */
export function idDe({ id }: Pick<Fiche<object>, 'id'>): number {
  if (id === null) throw new Error('what this record stands in is not written yet')
  return id
}

/** How the records of a noun are written. */
interface Nom<V extends object> {
  objet: Entry['objet']
  /** Its tables, those that are pointed to first; the first one numbers the records. */
  ecritures: readonly [Ecriture<V>, ...Ecriture<V>[]]
  /** The records of these ids as the journal has them. */
  lire: (db: Db, ids: number[]) => Promise<{ id: number }[]>
  /** Those that are there and whose columns change; without it, all that change. */
  changees?: readonly Fiche<V>[]
  /** What follows from a change, before its line in the journal is written. */
  suite?: (changees: readonly Fiche<V>[]) => Promise<void>
}

/** Writes what a workbook adds to a noun and what it changes, each with its line in the journal as the noun's forms write it. */
export async function ecrireFiches<V extends object>(
  redaction: Redaction,
  fiches: readonly Fiche<V>[],
  { objet, ecritures, lire, changees = fiches.filter(({ change }) => change), suite }: Nom<V>,
): Promise<void> {
  const { db } = redaction
  const ajoutees = nouvelles(fiches)
  const ids = await drawIds(db, ecritures[0].table, ajoutees.length)
  for (const [at, fiche] of ajoutees.entries()) fiche.id = ids[at] ?? null
  for (const ecriture of ecritures) await ajouter(db, ecriture, ajoutees)
  await parTranches(redaction, ids, async (tranche) => {
    const apres = await parIds(db, tranche, lire)
    return tranche.map((id) => ({ action: 'ajouter', objet, id, apres: apres.get(id) }))
  })
  await parTranches(redaction, changees, async (tranche) => {
    const concernees = tranche.map(idDe)
    const avant = await parIds(db, concernees, lire)
    for (const ecriture of ecritures) await changer(db, ecriture, tranche)
    await suite?.(tranche)
    const apres = await parIds(db, concernees, lire)
    return concernees.map((id) => ({
      action: 'modifier',
      objet,
      id,
      avant: avant.get(id),
      apres: apres.get(id),
    }))
  })
}

/** In parts whose lines in the journal are written together, the event loop given back between them. */
export async function parTranches<T>(
  { db, actor, importId, signal, avancer }: Redaction,
  tous: readonly T[],
  travail: (tranche: T[]) => Promise<Entry[]>,
): Promise<void> {
  for (let from = 0; from < tous.length; from += LUS_A_LA_FOIS) {
    await setImmediate(undefined, { signal })
    const tranche = tous.slice(from, from + LUS_A_LA_FOIS)
    const entries = await travail(tranche)
    await writeJournal(
      db,
      actor,
      entries.map((entry) => marquer(entry, importId)),
    )
    avancer(tranche.length)
  }
}

/** What was paid elsewhere, long ago, is no money of today's till. */
const marquer = (entry: Entry, importId: number): Entry =>
  entry.objet === 'paiement' && entry.action === 'ajouter'
    ? { ...entry, apres: { ...(entry.apres as object), import: importId } }
    : entry

const parIds = async (db: Db, ids: number[], lire: (db: Db, ids: number[]) => Promise<{ id: number }[]>) =>
  new Map((await lire(db, ids)).map((lue) => [lue.id, lue]))

async function ajouter<V extends object>(
  db: Db,
  { table, colonnes }: Ecriture<V>,
  fiches: readonly Fiche<V>[],
): Promise<void> {
  const champs = Object.values(colonnes)
  await insertMany(
    db,
    table,
    { id: 'bigint', ...Object.fromEntries(Object.entries(colonnes).map(([nom, { type }]) => [nom, type])) },
    fiches.map((fiche) => [idDe(fiche), ...champs.map(({ de }) => de(fiche.apres))]),
  )
}

async function changer<V extends object>(
  db: Db,
  { table, colonnes, versionnee }: Ecriture<V>,
  fiches: readonly Fiche<V>[],
): Promise<void> {
  const champs = Object.entries(colonnes)
  const noms = champs.map(([nom]) => sql.ref(nom))
  const valeurs = champs.map(
    ([, { type, de }]) => sql`${fiches.map((fiche) => de(fiche.apres))}::${sql.raw(type)}[]`,
  )
  const mises = noms.map((nom) => sql`${nom} = l.${nom}`)
  if (versionnee) mises.push(sql`version = version + 1`)
  await sql`update ${sql.table(table)} as t set ${sql.join(mises)}
    from unnest(${fiches.map(idDe)}::bigint[], ${sql.join(valeurs)}) as l (id, ${sql.join(noms)})
    where t.id = l.id`.execute(db)
}
