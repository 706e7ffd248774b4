import { buildAppelables, type Appelables } from '#test/fuzz/fuzz-appels.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { between, oneOf, type Random } from '#db/random.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildLocal,
  buildPlace,
  buildResidence,
  buildOption,
  idOf,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

/** The records that made-up requests about the life of a sale speak of. */
export interface PoolsDeVentes {
  /** Options that hold a bien. */
  options: number[]
  /** Biens that anybody may buy, and those that are sold. */
  libres: { id: number; type: string }[]
  vendus: { id: number; type: string }[]
  ouvertes: number[]
  enRetard: number[]
  avecEcheancier: number[]
  desistees: number[]
  remboursements: number[]
  modeles: number[]
  /** The first stade of the works, and blocs that have reached it, or not. */
  stade: number
  stadesInutiles: number[]
  blocs: Record<'atteints' | 'autres', number[]>
  appelables: Appelables
}

const HIER = addJours(aujourdhui(), -1)
const PEU = 12
const KINDS = [
  ['/api/appartements/', 'appartement'],
  ['/api/locaux/', 'local'],
  ['/api/places-parking/', 'place_parking'],
] as const

/** Reads them, after putting there what has become rare. */
export async function readPoolsDeVentes(db: Db, karim: Visitor): Promise<PoolsDeVentes> {
  const pools = await readPools(db, karim)
  await restock(db, karim, pools)
  return { ...(await readPools(db, karim)), appelables: await buildAppelables(db, karim) }
}

async function readPools(db: Db, karim: Visitor): Promise<Omit<PoolsDeVentes, 'appelables'>> {
  const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)
  const last = <Q extends { orderBy(column: 'id', way: 'desc'): Q; limit(rows: number): Q }>(query: Q): Q =>
    query.orderBy('id', 'desc').limit(200)
  const { json } = await karim.get('/api/reglages')
  const { modeles } = (json as { data: { modeles: { id: number }[] } }).data
  const stades = await db.selectFrom('stades').select('id').orderBy('rang').execute()
  const sold = db.selectFrom('ventes').select('bien_id').where('terminee_le', 'is', null)
  const biens = last(db.selectFrom('biens').select(['id', 'type']))
  const reached = db.selectFrom('stades_atteints').select('bloc_id')
  const blocs = db.selectFrom('blocs').select('id')
  return {
    options: await idsOf(last(db.selectFrom('options').select('id').where('fin', 'is', null)).execute()),
    libres: await biens
      .where('bloque_le', 'is', null)
      .where('id', 'not in', sold)
      .where('id', 'not in', db.selectFrom('options').select('bien_id').where('fin', 'is', null))
      .execute(),
    vendus: await biens.where('id', 'in', sold).execute(),
    ouvertes: await idsOf(
      last(
        db
          .selectFrom('ventes')
          .select('id')
          .where('terminee_le', 'is', null)
          .where('livraison_le', 'is', null),
      ).execute(),
    ),
    enRetard: (
      await db
        .selectFrom('echeances')
        .select('vente_id')
        .distinct()
        .where('ouverte', '=', true)
        .whereRef('couvert', '<', 'montant')
        .where('exigible_le', '<', aujourdhui())
        .limit(50)
        .execute()
    ).map(({ vente_id }) => vente_id),
    avecEcheancier: (
      await db
        .selectFrom('echeances')
        .select('vente_id')
        .distinct()
        .where('ouverte', '=', true)
        .limit(200)
        .execute()
    ).map(({ vente_id }) => vente_id),
    desistees: (await db.selectFrom('desistements').select('vente_id').limit(200).execute()).map(
      ({ vente_id }) => vente_id,
    ),
    remboursements: await idsOf(last(db.selectFrom('remboursements').select('id')).execute()),
    modeles: modeles.map(({ id }) => id),
    stade: stades[0]?.id ?? 1,
    stadesInutiles: stades.slice(3).map(({ id }) => id),
    blocs: {
      atteints: await idsOf(last(blocs.where('id', 'in', reached)).execute()),
      autres: await idsOf(last(blocs.where('id', 'not in', reached)).execute()),
    },
  }
}

async function restock(db: Db, karim: Visitor, pools: Omit<PoolsDeVentes, 'appelables'>): Promise<void> {
  const client = await buildClient(db)
  for (const [build, type] of [
    [buildAppartement, 'appartement'],
    [buildLocal, 'local'],
    [buildPlace, 'place_parking'],
  ] as const) {
    const of = (some: PoolsDeVentes['libres']) => some.filter((bien) => bien.type === type).length
    for (let n = of(pools.libres); n < PEU; n++) await build(db)
    for (let n = of(pools.vendus); n < PEU; n++) await sell(db, await build(db), client.id)
  }
  // A place that dossiers were of cannot be deleted: some are left that can.
  for (let n = 0; n < PEU; n++) await buildEtage(db)
  for (let n = 0; n < PEU; n++) await buildResidence(db)
  for (let n = 0; n < 2 * PEU; n++) await buildBloc(db)
  for (let n = pools.options.length; n < PEU; n++) await buildOption(db, await buildAppartement(db))
  const sold = async () => sell(db, await buildAppartement(db, { prix: 100_000 }), client.id)
  for (let n = pools.enRetard.length; n < PEU; n++) await buildEcheancier(db, await sold(), [[100_000, HIER]])
  for (let n = pools.ouvertes.length; n < 2 * PEU; n++) await sold()
  // Represented once, a rejected cheque cannot be again.
  for (let n = 0; n < 2; n++) {
    const cheque = await payByCheque(db, await sold(), 50_000)
    await karim.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: HIER, motif: 'Opposition' })
  }
  const ended = async () => {
    const vente = await sold()
    await pay(db, vente, 50_000)
    const end = { demande_le: HIER, origine: 'client', motif: 'Mutation' }
    await karim.post(`/api/ventes/${vente}/desistement`, end)
    return vente
  }
  for (let n = pools.desistees.length; n < PEU; n++) await ended()
  for (let n = pools.remboursements.length; n < PEU; n++) {
    const refund = { jour: HIER, montant: 1, mode: 'virement' }
    await karim.post(`/api/ventes/${await ended()}/remboursements`, refund)
  }
  for (let n = pools.blocs.autres.length; n < PEU; n++) await buildBloc(db)
  for (let n = pools.blocs.atteints.length; n < PEU; n++)
    await karim.put(`/api/blocs/${(await buildBloc(db)).id}/stades/${pools.stade}`, { atteint_le: HIER })
  for (let n = pools.stadesInutiles.length; n < PEU; n++)
    idOf(await karim.post('/api/stades', { nom: `Stade ${crypto.randomUUID()}` }))
}

/** The record of an address about the life of a sale; undefined when any of its table will do. */
export function idDeVente(
  method: string,
  path: string,
  name: string,
  { pools, random }: { pools: PoolsDeVentes; random: Random },
): number | undefined {
  const kind = KINDS.find(([start]) => path.startsWith(start))?.[1]
  const one = (some: PoolsDeVentes['libres']) =>
    oneOf(
      random,
      some.filter(({ type }) => type === kind),
    )?.id
  if (/\/(assigner-client|attribuer)$/.test(path)) return one(pools.libres)
  if (/\/(retirer-client|liberer)$/.test(path) && kind) return one(pools.vendus)
  if (path.startsWith('/api/options/')) return oneOf(random, pools.options)
  if (path.startsWith('/api/remboursements/')) return oneOf(random, pools.remboursements)
  if (path.startsWith('/api/blocs/{id}/stades/')) {
    if (name === 'stadeId') return pools.stade
    if (path.includes('/appels')) return pools.appelables.bloc
    return oneOf(random, method === 'DELETE' ? pools.blocs.atteints : pools.blocs.autres)
  }
  if (path === '/api/residences/{id}/previsions') return pools.appelables.residence
  if (path === '/api/stades/{id}') return oneOf(random, pools.stadesInutiles)
  if (!path.startsWith('/api/ventes/{id}')) return undefined
  if (path.endsWith('/echeancier-pdf')) return oneOf(random, pools.avecEcheancier)
  const ended = path.endsWith('/remboursements') || (path.endsWith('/desistement') && method !== 'POST')
  return oneOf(random, ended ? pools.desistees : pools.ouvertes)
}

/** Returns the fields of a body about the life of a sale whose values their names alone do not give. */
export function corpsDeVente(
  call: string,
  { pools, random, serial }: { pools: PoolsDeVentes; random: Random; serial: () => number },
): Record<string, unknown> | undefined {
  const demain = addJours(aujourdhui(), between(random, 0, 30))
  const premier_jour = addJours(aujourdhui(), between(random, -100, 100))
  const modele = {
    modele_id: oneOf(random, pools.modeles),
    premier_jour,
    nombre: between(random, 1, 24),
    pas_mois: 1,
  }
  const termes = {
    option_id: null,
    reservation_le: HIER,
    prix: random() < 0.5 ? null : between(random, 0, 100_000_000) / 100,
    arrondi: 1,
    version: null,
  }
  const bodies: Record<string, () => Record<string, unknown>> = {
    'PUT /api/appartements/{id}/assigner-client': () => ({ ...termes, ...modele }),
    'PUT /api/locaux/{id}/assigner-client': () => ({ ...termes, ...modele }),
    'POST /api/places-parking/{id}/attribuer': () => ({ ...termes, ...modele, modele_id: null }),
    'POST /api/options': () => ({
      bien_id: oneOf(random, pools.libres)?.id,
      ...(random() < 0.5 ? { client_id: null } : { nom: null }),
      expire_le: demain,
      tel: null,
    }),
    'PUT /api/options/{id}': () => ({ expire_le: demain, client_id: null }),
    'PUT /api/biens/{id}/blocage': () => ({ motif: random() < 0.5 ? null : 'Appartement témoin' }),
    'PUT /api/ventes/{id}': () => ({
      reservation_le: '2026-01-10',
      contrat_le: random() < 0.5 ? '2026-02-10' : null,
      livraison_le: null,
      livraison_prevue_le: demain,
      vendeur_id: undefined,
    }),
    'PUT /api/blocs/{id}/stades/{stadeId}': () => ({ atteint_le: `2026-01-${between(random, 10, 28)}` }),
    'PUT /api/residences/{id}/previsions': () => ({
      blocs: [{ id: pools.appelables.bloc, stades: [{ stade_id: pools.stade, prevu_le: demain }] }],
    }),
    'POST /api/stades': () => ({ nom: `Stade ${serial()}`, rang: null }),
    'PUT /api/stades/{id}': () => ({ nom: `Stade ${serial()}`, rang: null }),
    'POST /api/ventes/{id}/echeancier': () => ({ ...modele, portee: 'reste', arrondi: 1 }),
    'PUT /api/ventes/{id}/echeancier': () => ({ lignes: [] }),
    'PUT /api/ventes/{id}/co-acquereurs': () => ({ acquereurs: [] }),
    'POST /api/echeanciers': () => ({ ...modele, bloc_id: oneOf(random, pools.blocs.autres), arrondi: 1 }),
    'POST /api/relances': () =>
      random() < 0.5
        ? { vente_ids: [oneOf(random, pools.enRetard)], document_ids: undefined }
        : { vente_ids: undefined, document_ids: [oneOf(random, pools.appelables.documents)] },
    'POST /api/blocs/{id}/stades/{stadeId}/appels': () => ({
      lignes: [
        { echeance_id: oneOf(random, pools.appelables.echeances), langue: oneOf(random, ['fr', 'ar']) },
      ],
      limite_le: demain,
    }),
    'POST /api/ventes/{id}/desistement': () => ({ demande_le: HIER, retenue: 0, retenue_pourcent: null }),
    'PUT /api/ventes/{id}/desistement': () => ({ demande_le: HIER, retenue: 0, retenue_pourcent: null }),
    'POST /api/ventes/{id}/remboursements': () => ({ jour: HIER, montant: 0.01 }),
    // A day that comes after those of every cheque.
    'POST /api/cheques/{id}/representer': () => ({ date_paiement: HIER }),
    'POST /api/ventes/{id}/transfert-bien': () => ({
      bien_id: oneOf(random, pools.libres)?.id,
      montant: 1000,
    }),
    'POST /api/ventes/{id}/transfert-client': () => ({ frais: 10 }),
    'POST /api/residences/{id}/generer': () => generation(between(random, 1, 3), serial()),
    'POST /api/revisions-de-prix': () => ({
      bloc_ids: null,
      types: oneOf(random, [null, ['appartement'], ['local', 'place_parking']]),
      etats: null,
      typeLogement: null,
      niveau_de: 0,
      niveau_a: 30,
      prix_min: null,
      prix_max: null,
      surface_min: null,
      surface_max: null,
      sorte: 'pourcent',
      valeur: between(random, -100, 300) / 100 || 1,
      arrondi: oneOf(random, [0, 1000, 10_000]),
      essai: true,
    }),
  }
  return bodies[call]?.()
}

/** A few lots, under names that nothing else has. */
const generation = (nombre: number, n: number) => ({
  essai: null,
  blocs: { nombre, nom: `Tour ${n} {A}`, description: 'Deux étages' },
  niveaux: [
    { de: 0, a: 1, palier: [{ typeLogement: 'F3', surfaceHabitable: 80, surfaceUtile: 10, montant: 100 }] },
  ],
  numero: '{bloc}{niveau}{rang:2}',
  pas: { sorte: 'montant', valeur: 10, des: 0 },
  arrondi: 1000,
  locaux: { nombre: 1, numero: 'L{rang}', surface: 40, prixM2: 10 },
  parking: { parking_nom: `Sous-sol ${n}`, nombre, type_place: 'Box', montant: 1 },
})

/** The dossiers that letters are asked for. */
export const ventesEnRetard = ({ pools, random }: { pools: PoolsDeVentes; random: Random }): string =>
  String(oneOf(random, pools.enRetard) ?? 1)
