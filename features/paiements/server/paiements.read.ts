import { sql } from 'kysely'
import type { Paiement, SoldeDuBien } from '#features/paiements/paiements.contract.ts'
import { numeroRecu } from '#features/paiements/paiements.rules.ts'
import { progression } from '#features/ventes/ventes.rules.ts'
import { toPage, readTranche, type PageQuery } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { limitAndOffset, runPrepared } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/reading.ts'
import { AppError } from '#server/http/errors.ts'
import type { TypeBien } from '#shared/biens.ts'

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

/** Where the bien of a row is; a place has no bloc. By key and apart: three more joins would make the whole dearer to plan. */
const LIEU = sql<{ nomloc: string | null; nom: string }>`(
  select json_build_object('nomloc', o.nomloc, 'nom', r.nom)
  from (select coalesce(l.bloc_id, (select e.bloc_id from etages e where e.id = a.etage_id)) as id) i
  left join blocs o on o.id = i.id
  join residences r on r.id = coalesce(o.residence_id, g.residence_id))`

/** Payments with their client, their bien and what remained of the sale after each, by date then id (Q158). */
function avecSolde(db: Db, ventes: Ventes) {
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
    .innerJoin('biens as b', 'b.id', 'v.bien_id')
    .leftJoin('appartements as a', 'a.id', 'b.id')
    .leftJoin('locaux as l', 'l.id', 'b.id')
    .leftJoin('places_parking as k', 'k.id', 'b.id')
    .leftJoin('parkings as g', 'g.id', 'k.parking_id')
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
      'v.bien_id',
      'b.type',
      'b.prix as prix_bien',
      'c.id as client_id',
      'c.nom_complet',
      'c.tel',
      'c.email',
      'a.num_lot',
      'a.type_logement',
      'l.num',
      'k.numero_place',
      'g.id as parking_id',
      'g.parking_nom',
      LIEU.as('lieu'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof avecSolde>['execute']>>[number]

function toPaiement(row: Row): Paiement {
  const residence = { nom: row.lieu.nom }
  const bien = { id: row.bien_id, montant: row.prix_bien }
  const bati = { ...bien, bloc: { nomloc: row.lieu.nomloc ?? '', residence } }
  const parking = { id: row.parking_id ?? 0, parking_nom: row.parking_nom ?? '', residence }
  return {
    id: row.id,
    client_id: row.client_id,
    client: { id: row.client_id, nomComplet: row.nom_complet, tel: row.tel, email: row.email },
    appartement_id: row.num_lot === null ? null : row.bien_id,
    place_parking_id: row.numero_place === null ? null : row.bien_id,
    local_id: row.num === null ? null : row.bien_id,
    date_paiement: row.date_paiement,
    details: row.details,
    versement: row.versement,
    solde: row.prix - row.cumul,
    prix: row.prix,
    recu: numeroRecu(row.recu_annee, row.recu_numero),
    rectifie_le: row.rectifie_le,
    vente_id: row.vente_id,
    vente_terminee: row.terminee_le !== null,
    appartement:
      row.num_lot === null ? null : { ...bati, numLot: row.num_lot, typeLogement: row.type_logement ?? '' },
    place_parking: row.numero_place === null ? null : { ...bien, numero_place: row.numero_place, parking },
    local: row.num === null ? null : { ...bati, num: row.num },
    version: row.version,
  }
}

/** Is there such a bien? @throws introuvable */
async function assertBien(db: Db, type: TypeBien, id: number): Promise<number> {
  const bien = await db
    .selectFrom('biens')
    .select('prix')
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!bien) throw new AppError('introuvable')
  return bien.prix
}

/**
 * The payments of a bien, former clients' included, newest first (Q37, Q174): one page of six, or all of them in a plain
 * array when neither page nor per_page is given (Q161). Amounts in centimes.
 * @throws introuvable
 */
export const listPaiementsDuBien = (db: Db, type: TypeBien, id: number, query: PageQuery) =>
  inSnapshot(db, (instant) => readPaiementsDuBien(instant, type, id, query))

async function readPaiementsDuBien(db: Db, type: TypeBien, id: number, query: PageQuery) {
  await assertBien(db, type, id)
  const newestFirst = avecSolde(db, { bien: id }).orderBy('p.date_paiement', 'desc').orderBy('p.id', 'desc')
  if (query.page === undefined && query.per_page === undefined)
    return (await runPrepared(db, newestFirst)).map(toPaiement)
  const slice = readTranche(query, PAR_PAGE)
  const rows = await runPrepared(db, newestFirst.modifyEnd(limitAndOffset(slice)))
  const { total } = await db
    .selectFrom('paiements')
    .where('vente_id', 'in', ventesOf(db, { bien: id }))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const path = `/backend/public/api/paiements/${type === 'place_parking' ? 'place-parking' : type}/${id}`
  return toPage(rows.map(toPaiement), total, slice, path)
}

/** One payment. Amounts in centimes. @throws introuvable */
export async function readPaiement(db: Db, id: number): Promise<Paiement> {
  const [row] = await runPrepared(db, avecSolde(db, { paiement: id }).where('p.id', '=', id))
  if (!row) throw new AppError('introuvable')
  return toPaiement(row)
}

/** A lot as its list knows it: what each of its payments repeats. One of `appartement` and `local` is given. */
interface Lot extends Pick<Partial<Paiement>, 'appartement' | 'local'> {
  client: Paiement['client'] | null
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

/**
 * The payments of the sale `v` of a query, oldest first, as one of its columns: read in the same statement, they are those of
 * the client and price beside them, whatever is sold meanwhile.
 */
export const VERSEMENTS = sql<Versement[]>`(
  select coalesce(json_agg(w order by w.date_paiement, w.id), '[]') from (
    select p.id, p.vente_id, p.date_paiement, p.details, p.versement, p.version, p.recu_annee, p.recu_numero, p.rectifie_le
    from paiements p where p.vente_id = v.id) w)`

/** {@link VERSEMENTS} of a lot as they are shown (D2 §3), each with what remained after it. A free lot has none. Amounts in centimes. */
export function compteDe(
  { client, appartement = null, local = null }: Lot,
  versements: Versement[],
): Paiement[] {
  const bien = appartement ?? local
  if (!client || !bien) return []
  let solde = bien.montant
  return versements.map((row) => {
    solde -= row.versement
    return {
      id: row.id,
      client_id: client.id,
      client,
      appartement_id: appartement?.id ?? null,
      place_parking_id: null,
      local_id: local?.id ?? null,
      date_paiement: row.date_paiement,
      details: row.details,
      versement: row.versement,
      solde,
      prix: bien.montant,
      recu: numeroRecu(row.recu_annee, row.recu_numero),
      rectifie_le: row.rectifie_le,
      vente_id: row.vente_id,
      vente_terminee: false,
      appartement,
      place_parking: null,
      local,
      version: row.version,
    }
  })
}

const oldestFirst = (db: Db, ventes: Ventes) =>
  runPrepared(db, avecSolde(db, ventes).orderBy('p.date_paiement').orderBy('p.id'))

/**
 * Every line behind the remainder of a bien: its price, the payments of the current sale in order, and apart those of
 * former clients (Q158, Q174). A free bien has no client, no line, and its whole price remains. Amounts in centimes.
 * @throws introuvable
 */
export const soldeDuBien = (db: Db, type: TypeBien, id: number): Promise<SoldeDuBien> =>
  inSnapshot(db, (instant) => readSolde(instant, type, id))

async function readSolde(db: Db, type: TypeBien, id: number): Promise<SoldeDuBien> {
  const prixActuel = await assertBien(db, type, id)
  const vente = await db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('v.bien_id', '=', id)
    .where('v.terminee_le', 'is', null)
    .select(['v.id', 'v.prix', 'c.id as client_id', 'c.nom_complet as nomComplet', 'c.tel', 'c.email'])
    .executeTakeFirst()
  const paiements = (await oldestFirst(db, { bien: id })).map(toPaiement)
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
