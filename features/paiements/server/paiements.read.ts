import { sql } from 'kysely'
import { bienDecrit, readPrix, type BienDecrit } from '#features/biens/server/biens.read.ts'
import type { Paiement, PaiementInput, SoldeDuBien } from '#features/paiements/paiements.contract.ts'
import { readVentesTerminees } from '#features/ventes/server/ventes.read.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import { toPage, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, runPrepared } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { AppError } from '#server/http/errors.ts'
import { GENRES, type BienDesigne, type TypeBien } from '#shared/biens.ts'

/** Payments of a bien are shown six by six (D3 §9). */
export const PAR_PAGE = 6

/** Which sales' payments to read: the running balance of a payment needs the others of its sale. */
type Ventes = { bien: number } | { client: number } | { paiement: number }

function ventesOf(db: Db, ventes: Ventes) {
  const query = db.selectFrom('ventes as w').select('w.id')
  if ('bien' in ventes) return query.where('w.bien_id', '=', ventes.bien)
  if ('client' in ventes) return query.where('w.client_id', '=', ventes.client)
  return query.where(
    'w.id',
    '=',
    db.selectFrom('paiements').select('vente_id').where('id', '=', ventes.paiement),
  )
}

/** What differs from one payment of a sale to the next. Amounts in centimes. */
export interface Versement {
  id: number
  vente_id: number
  date_paiement: string
  details: string | null
  versement: number
  version: number
  recu_annee: number
  recu_numero: number
  rectifie_le: string | null
}

/** A payment with its client, its bien and its sale. Amounts in centimes. */
export interface PaiementLu extends Versement {
  /** What remained of the sale after it, by date then id (Q158). */
  solde: number
  /** The price of the sale. */
  prix: number
  /** Paid for a sale that has ended. */
  terminee: boolean
  client: Paiement['client']
  bien: BienDecrit
}

/** What is entered for a payment. Amounts in centimes. */
export interface SaisiePaiement extends Omit<
  PaiementInput,
  'appartement_id' | 'place_parking_id' | 'local_id'
> {
  bien: BienDesigne
  version?: number | null
}

/** Why this remainder: {@link SoldeDuBien} before it goes over the wire. */
export type SoldeLu = Omit<SoldeDuBien, 'lignes' | 'anciens'> & Record<'lignes' | 'anciens', PaiementLu[]>

/** Payments with their client, their bien and what they come to in their sale, each with those before it. */
function selectPaiements(db: Db, ventes: Ventes) {
  const cumules = db
    .selectFrom('paiements as q')
    .selectAll('q')
    .select(
      sql<number>`sum(q.versement) over (partition by q.vente_id order by q.date_paiement, q.id)::bigint`.as(
        'cumul',
      ),
    )
    .where('q.vente_id', 'in', ventesOf(db, ventes))
  return db
    .selectFrom(cumules.as('p'))
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .select([
      'p.id',
      'p.vente_id',
      'p.date_paiement',
      'p.details',
      'p.versement',
      'p.version',
      'p.cumul',
      'p.recu_annee',
      'p.recu_numero',
      'p.rectifie_le',
      'v.prix',
      'v.terminee_le',
      'c.id as client_id',
      'c.nom_complet',
      'c.tel',
      'c.email',
      bienDecrit('v.bien_id').as('bien'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPaiements>['execute']>>[number]

const toPaiementLu = (row: Row): PaiementLu => ({
  id: row.id,
  vente_id: row.vente_id,
  date_paiement: row.date_paiement,
  details: row.details,
  versement: row.versement,
  version: row.version,
  recu_annee: row.recu_annee,
  recu_numero: row.recu_numero,
  rectifie_le: row.rectifie_le,
  solde: row.prix - row.cumul,
  prix: row.prix,
  terminee: row.terminee_le !== null,
  client: { id: row.client_id, nomComplet: row.nom_complet, tel: row.tel, email: row.email },
  bien: row.bien,
})

/**
 * The payments of a bien, former clients' included, newest first (Q37, Q174): one page of six, or all of them in a plain
 * array when neither page nor per_page is given (Q161). Amounts in centimes.
 * @throws introuvable
 */
export const listPaiementsDuBien = (db: Db, type: TypeBien, id: number, query: PageQuery) =>
  inSnapshot(db, (instant) => readPaiementsDuBien(instant, type, id, query))

async function readPaiementsDuBien(db: Db, type: TypeBien, id: number, query: PageQuery) {
  await readPrix(db, type, id)
  const newestFirst = selectPaiements(db, { bien: id })
    .orderBy('p.date_paiement', 'desc')
    .orderBy('p.id', 'desc')
  if (query.page === undefined && query.per_page === undefined)
    return (await runPrepared(db, newestFirst)).map(toPaiementLu)
  const slice = readTranche(query, PAR_PAGE)
  const rows = await runPrepared(db, newestFirst.modifyEnd(limitAndOffset(slice)))
  const { total } = await db
    .selectFrom('paiements')
    .where('vente_id', 'in', ventesOf(db, { bien: id }))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const path = `/backend/public/api/paiements/${GENRES[type].chemin}/${id}`
  return toPage(rows.map(toPaiementLu), total, slice, path)
}

/** One payment. @throws introuvable */
export async function readPaiement(db: Db, id: number): Promise<PaiementLu> {
  const [row] = await runPrepared(db, selectPaiements(db, { paiement: id }).where('p.id', '=', id))
  if (!row) throw new AppError('introuvable')
  return toPaiementLu(row)
}

/**
 * The payments of the sale `v` of a query, oldest first, as one of its columns: read in the same statement, they are those of
 * the client and price beside them, whatever is sold meanwhile.
 */
export const VERSEMENTS = sql<Versement[]>`(
  select coalesce(json_agg(w order by w.date_paiement, w.id), '[]') from (
    select p.id, p.vente_id, p.date_paiement, p.details, p.versement, p.version, p.recu_annee, p.recu_numero, p.rectifie_le
    from paiements p where p.vente_id = v.id) w)`

/** What the report of a lot says of its payments, those of former clients counted apart (D2 §3). Amounts in centimes. */
export async function readReglement(
  db: Db,
  id: number,
  { paiements, resteAPayer, pourcentagePaiement }: Reglement,
) {
  return {
    totalPayments: paiements.reduce((total, { versement }) => total + versement, 0),
    resteAPayer,
    pourcentagePaiement,
    paiements,
    historique: await readVentesTerminees(db, id),
  }
}
interface Reglement {
  paiements: Paiement[]
  resteAPayer: number
  pourcentagePaiement: number
}

const oldestFirst = (db: Db, ventes: Ventes) =>
  runPrepared(db, selectPaiements(db, ventes).orderBy('p.date_paiement').orderBy('p.id'))

/**
 * Every line behind the remainder of a bien: its price, the payments of the current sale in order, and apart those of
 * former clients (Q158, Q174). A free bien has no client, no line, and its whole price remains. Amounts in centimes.
 * @throws introuvable
 */
export const readSoldeDuBien = (db: Db, type: TypeBien, id: number): Promise<SoldeLu> =>
  inSnapshot(db, (instant) => readSolde(instant, type, id))

async function readSolde(db: Db, type: TypeBien, id: number): Promise<SoldeLu> {
  const prixActuel = await readPrix(db, type, id)
  const vente = await db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('v.bien_id', '=', id)
    .where('v.terminee_le', 'is', null)
    .select(['v.id', 'v.prix', 'c.id as client_id', 'c.nom_complet as nomComplet', 'c.tel', 'c.email'])
    .executeTakeFirst()
  const paiements = (await oldestFirst(db, { bien: id })).map(toPaiementLu)
  const lignes = paiements.filter(({ vente_id }) => vente_id === vente?.id)
  const total_paye = lignes.reduce((total, { versement }) => total + versement, 0)
  const prix = vente?.prix ?? prixActuel
  return {
    client: vente
      ? { id: vente.client_id, nomComplet: vente.nomComplet, tel: vente.tel, email: vente.email }
      : null,
    prix,
    total_paye,
    ...progression(prix, total_paye),
    lignes,
    anciens: paiements.filter(({ vente_id }) => vente_id !== vente?.id),
  }
}
