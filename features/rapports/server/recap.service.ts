import {
  type BienDuPayeur,
  type Payeur,
  payeursEndpoints,
  type PayeursFiltres,
  type PayeursQuery,
  type PayeursTotaux,
} from '#features/rapports/recap.contract.ts'
import { compareBiens, describeBiens, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { toTotaux } from '#features/etats/server/etats.read.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { FiltresDePaiement } from '#features/paiements/modes.ts'
import { isWhole, readRows, type Page, type Row } from '#features/rapports/server/recap.rows.ts'
import { readFiltres } from '#features/rapports/server/versements.read.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import { pathOf, toPage, readTranche } from '#shared/pagination.ts'
import { writeTri } from '#shared/tri.ts'
import type { Db } from '#server/database/db.ts'
import { inSnapshot } from '#server/database/transaction.ts'

const PAR_PAGE = 6

/**
 * One page of the clients who own a bien, six by name or in another order, each with biens, and the sums over all pages (D3 §2.5, Q162,
 * Q179, Q180). Amounts in centimes. One statement reads all the money, so that the parts agree; the biens are described at the same
 * instant.
 */
export async function listRecap(db: Db, asked: PayeursQuery) {
  const query = readSituation(asked)
  const slice = readTranche(query, PAR_PAGE)
  const page = { ...slice, ordre: query.ordre }
  // A statement planned at each call leaves the descriptions of the biens to a second one, which is planned once.
  const { groupes, totals, clients } = isWhole(query)
    ? await readRecap(db, query, page)
    : await inSnapshot(db, (instant) => readRecap(instant, query, page))
  const { search, residence, solde, tri, situation } = query
  const filters = {
    search,
    residence,
    solde,
    tri,
    situation,
    ...readFiltres(query),
    ordre: writeTri(query.ordre),
  }
  const path = pathOf(payeursEndpoints.list, filters)
  return { ...toPage(groupes, clients, slice, path), totals }
}

interface Recap {
  groupes: Payeur[]
  totals: PayeursTotaux
  clients: number
}

/** The filtered clients with their biens, as they are or stood on a day: one page with the sums of each client, or all. Amounts in centimes. */
export async function readRecap(db: Db, asked: PayeursFiltres, page?: Page): Promise<Recap> {
  const filtres = readSituation(asked)
  const rows = await readRows(db, filtres, page)
  const biens =
    page && isWhole(filtres)
      ? null
      : await describeBiens(
          db,
          rows.flatMap(({ bien_id }) => bien_id ?? []),
        )
  const groupes = new Map<number, Payeur & { decrits: BienDecrit[] }>()
  for (const row of rows) {
    const decrit = biens ? biens.get(row.bien_id ?? 0) : row.bien
    if (row.client_id === null || !decrit) continue
    const client = { id: row.client_id, nomComplet: row.nom_complet, tel: row.tel, email: row.email }
    const groupe = groupes.get(client.id) ?? {
      id: client.id,
      client,
      biens: [],
      decrits: [],
      ...(row.sommes && { totaux: toTotaux(row.sommes) }),
    }
    groupes.set(client.id, groupe)
    groupe.decrits.push(decrit)
    groupe.biens.push(toBienDuPayeur(decrit, row))
  }
  const [first] = rows
  const { nombre_biens = 0, montant_global = 0, total_paye_global: total_paye = 0, clients = 0 } = first ?? {}
  const total_restant = first?.restant_global ?? montant_global - total_paye
  return {
    groupes: [...groupes.values()].map(({ decrits, ...groupe }) => ({
      ...groupe,
      biens: sorted(groupe.biens, decrits, filtres),
    })),
    totals: {
      nombre_biens,
      montant_global,
      total_paye,
      total_restant,
      versements_retenus: readFiltres(filtres) && {
        nombre: first?.retenus_global ?? 0,
        montant: first?.retenu_global ?? 0,
      },
    },
    clients,
  }
}

function sorted(biens: BienDuPayeur[], decrits: BienDecrit[], { tri }: PayeursFiltres): BienDuPayeur[] {
  const order = new Map(decrits.toSorted(compareBiens).map(({ id }, rank) => [id, rank]))
  const usual = biens.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return tri === 'reste' ? usual.toSorted((a, b) => b.resteAPayer - a.resteAPayer) : usual
}

function toBienDuPayeur(
  { id, type, numero, residence, code, surface }: BienDecrit,
  { prix: montant, total_paye: reglement, retenus, retenu, ...vente }: Row,
): BienDuPayeur {
  return {
    id,
    type,
    nlot: numero,
    residence: residence ?? 'Sans résidence',
    code: code ?? 'N/A',
    surface,
    montant,
    reglement,
    ...avancement(montant, reglement),
    vente_id: vente.vente_id,
    dossier: numeroDossier(vente.dossier_annee, vente.dossier_numero),
    versements_retenus:
      retenus === undefined || retenu === undefined ? null : { nombre: retenus, montant: retenu },
  }
}

/** Returns the request with the day of a situation today at most and, with such a day, without the filters of payments. */
export function readSituation<T extends PayeursFiltres>(asked: T): T {
  const { situation } = asked
  if (situation === undefined) return asked
  const today = aujourdhui()
  return { ...asked, ...SANS_FILTRES, situation: situation < today ? situation : today }
}
const SANS_FILTRES = {
  mode: undefined,
  banque: '',
  du: undefined,
  au: undefined,
  etat: undefined,
} satisfies FiltresDePaiement
