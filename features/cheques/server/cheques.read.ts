import { sql, type RawBuilder } from 'kysely'
import type { ChequesQuery } from '#features/cheques/cheques.contract.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import { lireRecu } from '#features/paiements/paiements.rules.ts'
import { readVersements } from '#features/paiements/server/versements.read.ts'
import type { Centimes } from '#shared/argent.ts'
import { addJours, addMois, aujourdhui, readPeriode, type Jour, type Periode } from '#shared/dates.ts'
import { pathWithFilters, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, matchesClient } from '#server/database/mots.ts'
import { statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/reading.ts'

const PAR_PAGE = 20

type Condition = RawBuilder<boolean>

interface Etape {
  /** The cheques at this step. Word for word the condition of its index, by which they are found. */
  where: Condition
  /** In the order of that index. */
  order: RawBuilder<unknown>
  /** Those of a period. */
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

interface Compte {
  nombre: number
  montant: Centimes
}
type Comptes = Record<'recu' | 'remis' | 'rejete', Compte>

const compteOf = (rows: RawBuilder<unknown>) => sql<Compte>`(
  select json_build_object('nombre', count(*), 'montant', coalesce(sum(p.versement), 0)) from ${rows})`
const at = (etat: EtatCheque) => sql`paiements p where ${ETAPES[etat].where}`

/** What represents a rejected cheque has its amount: as many are taken off, without a look at each. */
const selectEtats = statement<[], Comptes & { representes: Compte }>(
  () => sql<Comptes & { representes: Compte }>`
  select ${compteOf(at('recu'))} as recu, ${compteOf(at('remis'))} as remis, ${compteOf(at('rejete'))} as rejete,
    ${compteOf(sql`paiements p where p.represente_id is not null`)} as representes`,
)

/** What there is at each step; of rejected cheques, those that are not represented. */
async function readEtats(db: Db): Promise<Comptes> {
  const [found] = await selectEtats(db)
  if (!found) throw new Error('a select without FROM has one row')
  const { representes, rejete, ...etats } = found
  const { nombre, montant } = representes
  return { ...etats, rejete: { nombre: rejete.nombre - nombre, montant: rejete.montant - montant } }
}

/**
 * One page of the cheques at one step, with what each step comes to: those to bring to the bank by their own day, the others newest
 * first. Cleared ones are those of this month unless a period is told. Amounts in centimes.
 */
export async function listCheques(db: Db, { etat = 'recu', recherche, banque, ...query }: ChequesQuery) {
  const { du, au } = readPeriode(query)
  const periode = du === undefined && au === undefined && etat === 'encaisse' ? thisMonth() : { du, au }
  const { where, order, within } = ETAPES[etat]
  const filters = [
    ...(periode.du === undefined && periode.au === undefined ? [] : [within(periode)]),
    ...(banque === '' ? [] : [sql<boolean>`p.banque = ${banque}`]),
    ...(recherche === '' ? [] : [matches(recherche)]),
  ]
  const wanted = sql`paiements p where ${sql.join([where, ...filters], sql` and `)}`
  // A search is made once; without one the page and the sum are each read out of an index.
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
    const totals = known ?? read[0]?.totals ?? { nombre: 0, montant: 0 }
    const path = pathWithFilters('/backend/public/api/cheques', { etat, recherche, banque, du, au })
    const cheques = await readVersements(instant, read[0]?.ids ?? [])
    return { ...toPage(cheques, totals.nombre, slice, path), totals, etats }
  })
}

/** A cheque has a number of seven digits or so; a phone, whole, has more. */
const TELEPHONE = 9

/** « Client, reçu ou numéro de chèque »; a number alone is that of a receipt too. */
function matches(texte: string): Condition {
  const recu = lireRecu(texte) ?? lireRecu(`reçu ${texte}`)
  const ofClients = sql`select v.id from ventes v join clients c on c.id = v.client_id where ${matchesClient('c', texte, { chiffres: TELEPHONE })}`
  const ofRecu =
    recu &&
    sql`p.recu_numero = ${recu.numero} and ${recu.annee === null ? sql`true` : sql`p.recu_annee = ${recu.annee}`}`
  return sql`(p.vente_id in (${ofClients}) or ${containsMots(sql`normaliser(p.reference)`, texte)}${recu ? sql` or (${ofRecu})` : sql``})`
}

function thisMonth(): { du: Jour; au: Jour } {
  const du = `${aujourdhui().slice(0, 7)}-01`
  return { du, au: addJours(addMois(du, 1), -1) }
}
