import { sql } from 'kysely'
import { SURFACE } from '#features/etats/server/biens.read.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.words.ts'
import type { Lot, PlanDeVente } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { COLONNES_VENTE, SUIVI, toEtatDeVente, type VenteLue } from '#features/etats/server/etats.read.ts'
import { prixAuMetreCarre, type TypeBien } from '#shared/biens.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'

/** Rows of the totals, in the order that callers know. */
const TOTAUX = ['libre', 'option', 'vendu', 'livre', 'bloque'] as const satisfies readonly EtatDuBien[]

/** A bien with the id of its étage, bloc or parking; surface in hundredths of m². */
interface Row extends VenteLue {
  id: number
  type: TypeBien
  numero: string
  sorte: string | null
  surface: number | null
  lieu: number
  plan_pdf: boolean
  version: number
}

const selectLieux = statement<
  [number],
  { id: number; nomloc: string; etages: PlanDeVente['blocs'][number]['etages'] }
>(
  (residence) => sql`
    select o.id, o.nomloc, coalesce((
      select json_agg(json_build_object('id', e.id, 'designation', e.designation, 'niveau', e.niveau,
        'logement_par_palier', e.logement_par_palier) order by e.niveau desc, e.designation, e.id)
      from etages e where e.bloc_id = o.id), '[]'::json) as etages
    from blocs o where o.residence_id = ${residence} order by o.rang, o.id`,
)

const selectParkings = statement<[number], { id: number; parking_nom: string; nb_places: number }>(
  (residence) => sql`
    select k.id, k.parking_nom, k.nb_places from parkings k where k.residence_id = ${residence}
    order by k.rang, k.id`,
)

/** Every bien of a residence by number, A2 before A10. `offset 0` keeps the planner from reading the lots of all residences. */
const selectLots = statement<[number], Row>(
  (residence) => sql`
    select b.id, b.type, b.version, coalesce(a.num_lot, l.num, p.numero_place::text) as numero,
      coalesce(a.type_logement, p.type_place) as sorte,
      ${SURFACE} as surface,
      coalesce(a.etage_id, l.bloc_id, p.parking_id) as lieu, a.plan_id is not null as plan_pdf,
      ${sql.join([...COLONNES_VENTE.map((column) => sql.ref(column)), SUIVI])}
    from biens b
    left join lateral (select * from appartements x where x.id = b.id offset 0) a on true
    left join lateral (select * from locaux x where x.id = b.id offset 0) l on true
    left join lateral (select * from places_parking x where x.id = b.id offset 0) p on true
    left join lateral (select * from ventes x where x.bien_id = b.id and x.terminee_le is null offset 0) v on true
    left join lateral (select * from clients x where x.id = v.client_id offset 0) c on true
    where b.residence_id = ${residence}
    order by coalesce(a.rang, l.rang), p.numero_place, b.id`,
)

/** Reads a plan in one snapshot; amounts in centimes, areas in hundredths of m². @throws introuvable */
export const readPlanDeVente = (pool: Db, id: number): Promise<PlanDeVente> =>
  inSnapshot(pool, async (db) => {
    const residence = await db
      .selectFrom('residences')
      .select(['id', 'nom', 'adresse'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!residence) throw refuse(communesErreurs.introuvable)
    const blocs = await selectLieux(db, id)
    const parkings = await selectParkings(db, id)
    const rows = await selectLots(db, id)
    const lots = rows.map((row) => ({ lieu: `${row.type} ${row.lieu}`, lot: toLot(row) }))
    const placed = groupBy(lots, ({ lieu }) => lieu)
    const lotsOf = (type: TypeBien, lieu: number) =>
      (placed.get(`${type} ${lieu}`) ?? []).map(({ lot }) => lot)
    return {
      residence,
      totaux: TOTAUX.map((etat) => {
        const those = lots.filter(({ lot }) => lot.etat === etat)
        const valeur = those.reduce((sum, { lot }) => sum + (lot.montant ?? 0), 0)
        return { etat, nombre: those.length, valeur }
      }),
      blocs: blocs.map(({ etages, ...bloc }) => ({
        ...bloc,
        etages: etages.map((etage) => ({ ...etage, lots: lotsOf('appartement', etage.id) })),
        locaux: lotsOf('local', bloc.id),
      })),
      parkings: parkings.map((parking) => ({ ...parking, places: lotsOf('place_parking', parking.id) })),
    }
  })

function toLot(row: Row): Lot {
  const { id, type, numero, sorte, surface, plan_pdf, version, prix } = row
  const { client, etat_bien, option, bloque_motif } = toEtatDeVente(row)
  return {
    id,
    type,
    numero,
    sorte,
    surface,
    montant: prix,
    prixM2: surface === null ? null : prixAuMetreCarre(prix, surface),
    etat: etat_bien,
    client: client && { id: client.id, nomComplet: client.nomComplet },
    option: option && { nom: option.nom, expire_le: option.expire_le },
    bloque_motif,
    plan_pdf,
    version,
  }
}

/** Removes what a buyer may not see: prices, names, the reason of a blocage, the delivery of a sold lot. */
export const toVueClient = (plan: PlanDeVente): PlanDeVente => ({
  ...plan,
  totaux: [],
  blocs: plan.blocs.map((bloc) => ({
    ...bloc,
    etages: bloc.etages.map((etage) => ({ ...etage, lots: etage.lots.map(forBuyer) })),
    locaux: bloc.locaux.map(forBuyer),
  })),
  parkings: plan.parkings.map((parking) => ({ ...parking, places: parking.places.map(forBuyer) })),
})

const SAID_TO_BUYERS: Partial<Record<EtatDuPlan, EtatDuPlan>> = { livre: 'vendu', bloque: 'indisponible' }

const forBuyer = (lot: Lot): Lot => ({
  ...lot,
  montant: null,
  prixM2: null,
  etat: SAID_TO_BUYERS[lot.etat] ?? lot.etat,
  client: null,
  option: null,
  bloque_motif: null,
})
