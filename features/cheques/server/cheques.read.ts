import { type RawBuilder, sql } from 'kysely'
import { chequesEndpoints, type ChequesQuery } from '#features/cheques/cheques.contract.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import { ceMois } from '#features/paiements/paiements.rules.ts'
import { matchesNumero } from '#features/paiements/server/paiements.recherche.ts'
import { readVersements } from '#features/paiements/server/paiements.wire.ts'
import { matchesDetenteur } from '#features/ventes/server/ventes.recherche.ts'
import type { Centimes } from '#shared/argent.ts'
import { type Periode, readPeriode } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, matchesClient } from '#server/database/lists.ts'
import { statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 20

type Condition = RawBuilder<boolean>

interface Etape {
  /** The condition of the cheques at this step, word for word that of its index, so that the planner uses the index. */
  where: Condition
  order: RawBuilder<unknown>
  within: (periode: Periode) => Condition
}

const between = (jour: string, { du = '-infinity', au = 'infinity' }: Periode): Condition =>
  sql<boolean>`${sql.ref(jour)} between ${du}::date and ${au}::date`

const ETAPES: Record<EtatCheque, Etape> = {
  recu: {
    where: sql`p.mode = 'cheque' and p.remise_id is null and p.encaisse_le is null and p.rejete_le is null`,
    order: sql`p.date_cheque, p.id`,
    within: (periode) => between('p.date_paiement', periode),
  },
  remis: {
    where: sql`p.remise_id is not null and p.encaisse_le is null and p.rejete_le is null`,
    order: sql`p.remise_id desc, p.id`,
    within: (periode) => sql`p.remise_id in (select r.id from remises r where ${between('r.jour', periode)})`,
  },
  encaisse: {
    where: sql`p.encaisse_le is not null and p.rejete_le is null`,
    order: sql`p.encaisse_le desc, p.id desc`,
    within: (periode) => between('p.encaisse_le', periode),
  },
  rejete: {
    where: sql`p.rejete_le is not null`,
    order: sql`p.rejete_le desc, p.id desc`,
    within: (periode) => between('p.rejete_le', periode),
  },
}

const A_REPRESENTER: Condition = sql`not exists (select from paiements q where q.represente_id = p.id)`

export interface Compte {
  /** Number of cheques: a group counts as one. */
  nombre: number
  montant: Centimes
  /** Number of payments. */
  lignes: number
}
type Comptes = Record<'recu' | 'remis', Compte> & { rejete: Compte & { total: number } }

const compteOf = (rows: RawBuilder<unknown>) => sql<Compte>`(
  select json_build_object('nombre', count(*) - count(p.groupe_id) + count(distinct p.groupe_id),
    'montant', coalesce(sum(p.versement), 0), 'lignes', count(*)) from ${rows})`
const at = (etat: EtatCheque) => sql`paiements p where ${ETAPES[etat].where}`

/** A JSON object of the cheques not yet brought to the bank: `nombre`, and `montant` in centimes. */
export const A_REMETTRE = compteOf(at('recu'))

/** The rejected cheques still to represent, as the list `a_representer` finds them; of a group its first payment. */
export const REJETES_A_REPRESENTER = sql`from ${at('rejete')} and ${A_REPRESENTER}
  and (p.groupe_id is null or not exists (select from paiements o where o.groupe_id = p.groupe_id and o.id < p.id
    and not exists (select from paiements q where q.represente_id = o.id)))`

interface Etats extends Record<'recu' | 'remis' | 'rejete', Compte> {
  /** The payments that represent a rejected one. */
  representes: Pick<Compte, 'lignes' | 'montant'>
  /** By how much the payments of groups still to represent are more than the groups. */
  de_trop: number
}

/** A payment that represents a rejected cheque has the same amount, so subtracting these payments gives those still to represent. */
const selectEtats = statement<[], Etats>(
  () => sql<Etats>`
  select ${compteOf(at('recu'))} as recu, ${compteOf(at('remis'))} as remis, ${compteOf(at('rejete'))} as rejete,
    (select json_build_object('lignes', count(*), 'montant', coalesce(sum(p.versement), 0))
      from paiements p where p.represente_id is not null) as representes,
    (select count(*) - count(distinct p.groupe_id) from ${at('rejete')} and p.groupe_id is not null and ${A_REPRESENTER}) as de_trop`,
)

/** Count and amount of the cheques at each step but `encaisse`; for `rejete` only those still to represent, with `total` for all. */
async function readEtats(db: Db): Promise<Comptes> {
  const [found] = await selectEtats(db)
  if (!found) throw new Error('a select without FROM has one row')
  const { representes, rejete, de_trop, recu, remis } = found
  const lignes = rejete.lignes - representes.lignes
  const montant = rejete.montant - representes.montant
  return { recu, remis, rejete: { nombre: lignes - de_trop, montant, lignes, total: rejete.nombre } }
}

/** One page of the cheques at one step, by default cleared ones of this month, with the sums of each step. Amounts in centimes. */
export async function listCheques(
  db: Db,
  { etat = 'recu', recherche, banque, a_representer, ...query }: ChequesQuery,
) {
  const { du, au } = readPeriode(query)
  const periode = du === undefined && au === undefined && etat === 'encaisse' ? ceMois() : { du, au }
  const { where, order, within } = ETAPES[etat]
  const filters = [
    ...(periode.du === undefined && periode.au === undefined ? [] : [within(periode)]),
    ...(banque === '' ? [] : [sql<boolean>`p.banque = ${banque}`]),
    ...(etat === 'rejete' && a_representer ? [A_REPRESENTER] : []),
    ...(recherche === '' ? [] : [matches(recherche)]),
  ]
  const wanted = sql`paiements p where ${sql.join([where, ...filters], sql` and `)}`
  // A search runs once, into a CTE; without one the page and the sum are each read from an index.
  const [found, rows] =
    recherche === ''
      ? [sql``, wanted]
      : [sql`with trouves as materialized (select p.* from ${wanted})`, sql`trouves p`]
  const slice = readTranche(query, PAR_PAGE)
  return inSnapshot(db, async (instant) => {
    const etats = await readEtats(instant)
    const known = filters.length === 0 && (etat === 'recu' || etat === 'remis') ? etats[etat] : null
    const { rows: read } = await sql<{ ids: number[]; totals: Compte | null }>`
      ${found} select ${known ? sql`null` : compteOf(rows)} as totals,
        (select coalesce(json_agg(x.id), '[]') from (
          select p.id from ${rows} order by ${order} limit ${slice.limit} offset ${slice.offset}) x) as ids`.execute(
      instant,
    )
    const totals = known ?? read[0]?.totals ?? { nombre: 0, montant: 0, lignes: 0 }
    const path = pathOf(chequesEndpoints.listCheques, {
      etat,
      a_representer,
      recherche,
      banque,
      du,
      au,
    })
    const cheques = await readVersements(instant, read[0]?.ids ?? [])
    return { ...toPage(cheques, totals.lignes, slice, path), totals, etats }
  })
}

/** A cheque number has about seven digits; only a longer number is searched among the phones. */
const TELEPHONE = 9

/** Searches by client, receipt or cheque number. A number alone also counts as a receipt number. */
function matches(texte: string): Condition {
  const ofClients = sql`select v.id from ventes v join clients c on c.id = v.client_id where ${matchesClient('c', texte, { chiffres: TELEPHONE })}`
  const arms = [
    sql`p.vente_id in (${ofClients})`,
    matchesDetenteur(texte, TELEPHONE),
    containsMots(sql`normaliser(p.reference)`, texte),
    ...matchesNumero(texte),
  ]
  return sql`(${sql.join(arms, sql` or `)})`
}
