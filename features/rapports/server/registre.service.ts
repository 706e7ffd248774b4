import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { readMode } from '#features/paiements/modes.ts'
import {
  type RecuDuRegistre,
  type RegistreFiltres,
  registresEndpoints,
} from '#features/rapports/registres.contract.ts'
import { nomDuDetenteurPasse } from '#features/ventes/server/detenteur.read.ts'
import {
  findNumeros,
  readSommeDesValides,
  readNumeros,
  readSerie,
  type Plage,
  type Selection,
  type Serie,
} from '#features/rapports/server/recus.numeros.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { pathOf, readTranche, toPage, type PageQuery } from '#shared/pagination.ts'
import { LIGNES_PAR_TRANCHE } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 50

/** One page of the receipt numbers of a year, from 1 to the last. Amounts in centimes. */
export function listRecus(db: Db, pool: Db, query: RegistreFiltres & PageQuery) {
  const slice = readTranche(query, PAR_PAGE)
  const { etat, de, a, search } = query
  const annee = query.annee ?? thisYear()
  return inSnapshot(db, async (instant) => {
    const serie = await readSerie(instant, pool, annee)
    const { numeros, total, totals } = await readSelection(instant, serie, query, slice)
    const path = pathOf(registresEndpoints.listRecus, { annee, etat, de, a, search })
    return {
      ...toPage(await readRecus(instant, annee, numeros), total, slice, path),
      annees: await readAnnees(instant),
      totals,
    }
  })
}

async function readSelection(
  db: Db,
  serie: Serie,
  query: RegistreFiltres,
  part: { limit: number; offset: number },
) {
  const selection = selectionOf(query, serie)
  if (query.search !== '') return findNumeros(db, serie, query.search, selection, part)
  const montant = await readSommeDesValides(db, serie, selection)
  return { ...(await readNumeros(db, serie, selection, part)), totals: { ...serie.totals, montant } }
}

const selectionOf = (query: RegistreFiltres, { dernier }: Serie): Selection => ({
  etat: query.etat,
  plage: readPlage(query, dernier),
})

/** The filtered register of a year: count, totals, and a function that reads it in parts. Amounts in centimes. */
export async function readRegistre(db: Db, pool: Db, query: RegistreFiltres) {
  const annee = query.annee ?? thisYear()
  const serie = await readSerie(db, pool, annee)
  const selection = selectionOf(query, serie)
  // A search runs once for all parts.
  const found =
    query.search === ''
      ? null
      : await findNumeros(db, serie, query.search, selection, { limit: null, offset: 0 })
  const { total, totals } = found ?? (await readSelection(db, serie, query, { limit: 1, offset: 0 }))
  const partAt = async (offset: number) =>
    found
      ? found.numeros.slice(offset, offset + LIGNES_PAR_TRANCHE)
      : (await readNumeros(db, serie, selection, { limit: LIGNES_PAR_TRANCHE, offset })).numeros
  const eachTranche = async (take: (lignes: RecuDuRegistre[]) => Promise<void>): Promise<void> => {
    for (let offset = 0; offset < total; offset += LIGNES_PAR_TRANCHE)
      await take(await readRecus(db, annee, await partAt(offset)))
  }
  return { annee, total, totals, eachTranche }
}

/** True when a receipt of the year carries a droit de timbre, so that a file of it has their column. */
export async function hasTimbre(db: Db, annee: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from paiements where recu_annee = ${annee} and timbre is not null) as any`.execute(
    db,
  )
  return rows[0]?.any === true
}

const thisYear = (): number => Number(aujourdhui().slice(0, 4))

function readPlage({ de = 1, a = Infinity }: RegistreFiltres, dernier: number): Plage {
  const [first, last] = de > a ? [a, de] : [de, a]
  return { de: Math.max(first, 1), a: Math.min(last, dernier) }
}

async function readAnnees(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('recus').select('annee').execute()
  return [...new Set([thisYear(), ...rows.map(({ annee }) => annee)])].toSorted((a, b) => b - a)
}

interface Row {
  numero: number
  paiement_id: number | null
  rejete_le: string | null
  motif_rejet: string | null
  date_paiement: string | null
  enregistre_le: Date | null
  client_id: number | null
  client: string | null
  bien: BienDecrit | null
  mode: string | null
  banque: string | null
  reference: string | null
  versement: number | null
  timbre: number | null
  annule_le: Date | null
  annule_par: string | null
}

/** Old deletions lack the client, which is looked up. `offset 0` makes the planner find the journal lines before it sorts them. */
const selectRecus = statement<[number, number[]], Row>(
  (annee, numeros) => sql<Row>`
    select x.*, bd.bien from (
      select n.numero, p.id as paiement_id, p.rejete_le, p.motif_rejet,
        coalesce(p.date_paiement, (d.avant->>'date_paiement')::date) as date_paiement,
        coalesce(p.versement, (d.avant->>'versement')::bigint) as versement,
        case when p.id is null then (d.avant->>'timbre')::bigint else p.timbre end as timbre,
        case when p.id is null then d.avant->>'mode' else p.mode end as mode,
        case when p.id is null then d.avant->>'banque' else p.banque end as banque,
        case when p.id is null then d.avant->>'reference' else p.reference end as reference,
        coalesce(
          (select min(j.quand) from journal j where j.objet = 'paiement' and j.objet_id = coalesce(p.id, d.objet_id)
            and j.action in ('ajouter', 'representer')),
          p.cree_le, (d.avant->>'cree_le')::timestamptz) as enregistre_le,
        c.id as client_id, coalesce(${nomDuDetenteurPasse}, d.avant->>'client', c.nom_complet) as client,
        coalesce(v.bien_id, (d.avant->>'bien_id')::bigint) as bien_id,
        d.quand as annule_le, d.membre_nom as annule_par
      from unnest(${numeros}::int[]) n(numero)
      left join paiements p on p.recu_annee = ${annee} and p.recu_numero = n.numero
      left join lateral (
        select j.* from (
          select j.id, j.objet_id, j.quand, j.membre_nom, j.avant from journal j
          where p.id is null and j.objet = 'paiement' and j.action = 'supprimer'
            and (j.avant->>'recu_annee')::int = ${annee} and (j.avant->>'recu_numero')::int = n.numero offset 0) j
        order by j.id limit 1) d on true
      left join ventes v on v.id = coalesce(p.vente_id, (d.avant->>'vente_id')::bigint)
      left join clients c on c.id = coalesce(v.client_id, (d.avant->>'client_id')::bigint)) x
    cross join lateral (select ${bienDecrit('x.bien_id')} as bien) bd
    order by x.numero`,
)

async function readRecus(db: Db, annee: number, numeros: number[]): Promise<RecuDuRegistre[]> {
  const rows = numeros.length === 0 ? [] : await selectRecus(db, annee, numeros)
  return rows.map((row) => ({
    recu: numeroRecu(annee, row.numero),
    etat: row.annule_le
      ? 'annule'
      : row.paiement_id === null
        ? 'absent'
        : row.rejete_le
          ? 'rejete'
          : 'valide',
    paiement_id: row.paiement_id,
    date_paiement: row.date_paiement,
    enregistre_le: row.enregistre_le?.toISOString() ?? null,
    ...toLieu(row),
    ...toMoyen(row),
    versement: row.versement,
    timbre: row.timbre,
    annule_le: row.annule_le?.toISOString() ?? null,
    annule_par: row.annule_par,
    motif_rejet: row.motif_rejet,
  }))
}

/** The names of client and bien, and the address of the bien's payments while client and bien exist. */
export const toLieu = ({ client_id, client, bien }: Pick<Row, 'client_id' | 'client' | 'bien'>) => ({
  client,
  bien: bien && libelleDuBien(bien.type, bien.numero),
  residence: bien?.residence ?? null,
  lieu: bien && client_id !== null ? toAdresse(client_id, bien.type, bien.id) : null,
})

const toAdresse = (client_id: number, type: TypeBien, id: number) => ({ client_id, type, id })

export const toMoyen = ({ mode, banque, reference }: Pick<Row, 'mode' | 'banque' | 'reference'>) => ({
  mode: readMode(mode),
  banque,
  reference,
})
