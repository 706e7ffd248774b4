import type { Random } from '#test/fuzz.ts'
import type { Answer, Visitor } from '#test/app.ts'
import { idOf } from '#test/builders.ts'

/** What the product keeps, in plain objects: nothing derived is stored, amounts are integer centimes. */
export interface World {
  residences: { id: number; nom: string }[]
  blocs: { id: number; parent: number }[]
  etages: { id: number; parent: number }[]
  parkings: { id: number; parent: number; capacite: number }[]
  biens: Bien[]
  clients: { id: number }[]
  categories: { id: number }[]
  bons: { id: number; parent: number }[]
  lignes: { id: number; parent: number; montant: number }[]
  promoteur: number | null
  /** Payments ever accepted, which is also the last receipt number. */
  recus: number
}

export interface Bien {
  id: number
  kind: Kind
  parent: number
  numero: string
  prix: number
  client: number | null
  paiements: Paiement[]
  /** What former clients paid (Q128). */
  anciens: { client: number; paiements: Paiement[] }[]
}
export interface Paiement {
  id: number
  versement: number
}
export type Kind = 'appartement' | 'local' | 'place_parking'

export const emptyWorld = (): World => ({
  residences: [],
  blocs: [],
  etages: [],
  parkings: [],
  biens: [],
  clients: [],
  categories: [],
  bons: [],
  lignes: [],
  promoteur: null,
  recus: 0,
})

export const somme = (paiements: readonly Paiement[]) =>
  paiements.reduce((sum, { versement }) => sum + versement, 0)

export const PATHS = {
  appartement: '/api/appartements',
  local: '/api/locaux',
  place_parking: '/api/places-parking',
}
export const FIELDS = { appartement: 'appartement_id', local: 'local_id', place_parking: 'place_parking_id' }

/** One step: what is asked, the status that the model expects, and what it then becomes. */
export interface Step {
  says: string
  ask(desk: Visitor): Promise<Answer>
  expects: number
  /** Runs when the answer is the expected success. */
  then?(answer: Answer): void
}

interface Kit {
  world: World
  random: Random
  serial: () => number
}
/** A step on the world as it is, or null when there is nothing to do it on. */
type Command = (kit: Kit) => Step | null

const pick = <T>(random: Random, values: readonly T[]): T | undefined =>
  values[Math.floor(random() * values.length)]
const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))
const da = (centimes: number) => centimes / 100

const remove = (path: string, refused: boolean, says: string, gone: () => void): Step => ({
  says,
  ask: (desk) => desk.delete(path),
  expects: refused ? 409 : 200,
  then: gone,
})

/** Takes one out of a list of the world. */
function forget<T extends { id: number }>(list: T[], id: number): void {
  const at = list.findIndex((one) => one.id === id)
  if (at >= 0) list.splice(at, 1)
}

const add = (
  path: string,
  body: Record<string, unknown>,
  keep: (id: number) => void,
  refused = false,
  status = 422,
): Step => ({
  says: `POST ${path} ${JSON.stringify(body)}`,
  ask: (desk) => desk.post(path, body),
  expects: refused ? status : 201,
  then: (answer) => keep(idOf(answer)),
})

const structure: Record<string, Command> = {
  'ajouter une résidence': ({ world, random, serial }) => {
    const taken = random() < 0.2 ? pick(random, world.residences)?.nom : undefined
    const nom = taken ?? `Résidence ${serial()}`
    return add(
      '/api/residences',
      { nom, adresse: 'Oran' },
      (id) => world.residences.push({ id, nom }),
      taken !== undefined,
    )
  },
  'renommer une résidence': ({ world, random, serial }) => {
    const one = pick(random, world.residences)
    if (!one) return null
    const other = random() < 0.3 ? pick(random, world.residences) : undefined
    const nom = other?.nom ?? `Résidence ${serial()}`
    return {
      says: `rename residence ${one.id} ${nom}`,
      ask: (desk) => desk.put(`/api/residences/${one.id}`, { nom, adresse: 'Alger' }),
      expects: other && other.id !== one.id ? 422 : 200,
      then: () => void (one.nom = nom),
    }
  },
  'supprimer une résidence': ({ world, random }) => {
    const one = pick(random, world.residences)
    if (!one || random() < 0.5) return null
    const kept = [...world.blocs, ...world.parkings].some(({ parent }) => parent === one.id)
    return remove(`/api/residences/${one.id}`, kept, `delete residence ${one.id}`, () =>
      forget(world.residences, one.id),
    )
  },
  'ajouter un bloc': ({ world, random, serial }) => {
    const parent = pick(random, world.residences)?.id
    if (!parent) return null
    const body = { nomloc: `Bloc ${serial()}`, description: 'Neuf', residence_id: parent }
    return add('/api/blocs', body, (id) => world.blocs.push({ id, parent }))
  },
  'supprimer un bloc': ({ world, random }) => {
    const one = pick(random, world.blocs)
    if (!one || random() < 0.5) return null
    const locaux = world.biens.some(({ kind, parent }) => kind === 'local' && parent === one.id)
    const kept = locaux || world.etages.some(({ parent }) => parent === one.id)
    return remove(`/api/blocs/${one.id}`, kept, `delete bloc ${one.id}`, () => forget(world.blocs, one.id))
  },
  'ajouter un étage': ({ world, random, serial }) => {
    const parent = pick(random, world.blocs)?.id
    if (!parent) return null
    const body = { designation: `Étage ${serial()}`, niveau: 1, logement_par_palier: 4, bloc_id: parent }
    return add('/api/etages', body, (id) => world.etages.push({ id, parent }))
  },
  'supprimer un étage': ({ world, random }) => {
    const one = pick(random, world.etages)
    if (!one || random() < 0.5) return null
    const kept = world.biens.some(({ kind, parent }) => kind === 'appartement' && parent === one.id)
    return remove(`/api/etages/${one.id}`, kept, `delete etage ${one.id}`, () => forget(world.etages, one.id))
  },
  'ajouter un parking': ({ world, random, serial }) => {
    const parent = pick(random, world.residences)?.id
    if (!parent) return null
    const capacite = between(random, 1, 4)
    const body = { parking_nom: `Parking ${serial()}`, residence_id: parent, nb_places: capacite }
    return add('/api/parkings', body, (id) => world.parkings.push({ id, parent, capacite }))
  },
  'changer la capacité': ({ world, random, serial }) => {
    const one = pick(random, world.parkings)
    if (!one) return null
    const capacite = between(random, 1, 5)
    const body = { parking_nom: `Parking ${serial()}`, residence_id: one.parent, nb_places: capacite }
    return {
      says: `capacity of ${one.id}: ${capacite}`,
      ask: (desk) => desk.put(`/api/parkings/${one.id}`, body),
      expects: capacite < placesOf(world, one.id).length ? 422 : 200,
      then: () => void (one.capacite = capacite),
    }
  },
  'supprimer un parking': ({ world, random }) => {
    const one = pick(random, world.parkings)
    if (!one || random() < 0.5) return null
    const places = placesOf(world, one.id)
    const kept = places.some(({ client, anciens }) => client !== null || anciens.length > 0)
    return remove(`/api/parkings/${one.id}`, kept, `delete parking ${one.id}`, () => {
      forget(world.parkings, one.id)
      for (const { id } of places) forget(world.biens, id)
    })
  },
}

const placesOf = (world: World, parking: number) =>
  world.biens.filter(({ kind, parent }) => kind === 'place_parking' && parent === parking)

function addBien({ world, random, serial }: Kit, kind: Kind): Step | null {
  const parents = { appartement: world.etages, local: world.blocs, place_parking: world.parkings }[kind]
  const parent = pick(random, parents)?.id
  if (!parent) return null
  const siblings = world.biens.filter((bien) => bien.kind === kind && bien.parent === parent)
  const taken = random() < 0.15 ? pick(random, siblings)?.numero : undefined
  const numero = taken ?? String(serial())
  const prix = between(random, 1, 40_000)
  const full =
    kind === 'place_parking' &&
    siblings.length >= (world.parkings.find(({ id }) => id === parent)?.capacite ?? 0)
  const bien = { kind, parent, numero, prix, client: null, paiements: [], anciens: [] }
  const keep = (id: number) => world.biens.push({ id, ...bien, paiements: [], anciens: [] })
  return add(PATHS[kind], formulaire(bien), keep, full || taken !== undefined)
}

/** The body of the add and edit forms. */
function formulaire({ kind, parent, numero, prix }: Pick<Bien, 'kind' | 'parent' | 'numero' | 'prix'>) {
  const montant = da(prix)
  if (kind === 'local') return { num: numero, surface: 45, bloc_id: parent, montant }
  if (kind === 'place_parking')
    return { numero_place: Number(numero), type_place: 'Box', parking_id: parent, montant }
  return {
    numLot: numero,
    typeLogement: 'F3',
    surfaceHabitable: 80,
    surfaceUtile: 10,
    etage_id: parent,
    montant,
  }
}

const ventes: Record<string, Command> = {
  'ajouter un appartement': (kit) => addBien(kit, 'appartement'),
  'ajouter un local': (kit) => addBien(kit, 'local'),
  'ajouter une place': (kit) => addBien(kit, 'place_parking'),
  'changer le prix': ({ world, random }) => {
    const bien = pick(random, world.biens)
    if (!bien) return null
    const prix = between(random, 1, 40_000)
    return {
      says: `price of ${bien.id}: ${prix}`,
      ask: (desk) => desk.put(`${PATHS[bien.kind]}/${bien.id}`, formulaire({ ...bien, prix })),
      expects: prix < somme(bien.paiements) ? 422 : 200,
      then: () => void (bien.prix = prix),
    }
  },
  'supprimer un bien': ({ world, random }) => {
    const bien = pick(random, world.biens)
    if (!bien || random() < 0.5) return null
    const kept = bien.client !== null || bien.anciens.length > 0
    return remove(`${PATHS[bien.kind]}/${bien.id}`, kept, `delete bien ${bien.id}`, () =>
      forget(world.biens, bien.id),
    )
  },
  vendre: ({ world, random }) => {
    const [bien, client] = [pick(random, world.biens), pick(random, world.clients)]
    if (!bien || !client) return null
    const path = `${PATHS[bien.kind]}/${bien.id}`
    const body = { client_id: client.id }
    return {
      says: `sell ${bien.id} to ${client.id}`,
      ask: (desk) =>
        bien.kind === 'place_parking'
          ? desk.post(`${path}/attribuer`, body)
          : desk.put(`${path}/assigner-client`, body),
      expects: bien.client === null ? 200 : 409,
      then: () => void (bien.client = client.id),
    }
  },
  'retirer le client': ({ world, random }) => {
    const bien = pick(random, world.biens)
    if (!bien || random() < 0.4) return null
    const path = `${PATHS[bien.kind]}/${bien.id}`
    return {
      says: `end the sale of ${bien.id}`,
      ask: (desk) =>
        bien.kind === 'place_parking' ? desk.post(`${path}/liberer`) : desk.put(`${path}/retirer-client`),
      expects: bien.client === null ? 409 : 200,
      then() {
        if (bien.client !== null && bien.kind !== 'local' && bien.paiements.length > 0)
          bien.anciens.push({ client: bien.client, paiements: bien.paiements })
        Object.assign(bien, { client: null, paiements: [] })
      },
    }
  },
  payer: ({ world, random }) => {
    const bien = pick(random, world.biens)
    const stranger = pick(random, world.clients)?.id
    if (!bien || !stranger) return null
    const client = random() < 0.1 ? stranger : (bien.client ?? stranger)
    const versement = between(random, 1, 15_000)
    const refused = bien.client !== client || somme(bien.paiements) + versement > bien.prix
    const body = {
      client_id: client,
      [FIELDS[bien.kind]]: bien.id,
      date_paiement: '2026-03-01',
      versement: da(versement),
    }
    const keep = (id: number) => {
      bien.paiements.push({ id, versement })
      world.recus += 1
    }
    return add('/api/paiements', body, keep, refused)
  },
  'modifier un paiement': ({ world, random }) => {
    const bien = pick(
      random,
      world.biens.filter(({ paiements }) => paiements.length > 0),
    )
    const paiement = pick(random, bien?.paiements ?? [])
    if (!bien || !paiement) return null
    const versement = between(random, 1, 15_000)
    const body = {
      client_id: bien.client,
      [FIELDS[bien.kind]]: bien.id,
      date_paiement: '2026-03-02',
      versement: da(versement),
    }
    return {
      says: `payment ${paiement.id}: ${versement}`,
      ask: (desk) => desk.put(`/api/paiements/${paiement.id}`, body),
      expects: somme(bien.paiements) - paiement.versement + versement > bien.prix ? 422 : 200,
      then: () => void (paiement.versement = versement),
    }
  },
  'supprimer un paiement': ({ world, random }) => {
    const bien = pick(
      random,
      world.biens.filter(({ paiements }) => paiements.length > 0),
    )
    const paiement = pick(random, bien?.paiements ?? [])
    if (!bien || !paiement || random() < 0.4) return null
    return remove(`/api/paiements/${paiement.id}`, false, `delete payment ${paiement.id}`, () =>
      forget(bien.paiements, paiement.id),
    )
  },
  'toucher à un paiement d’avant': ({ world, random }) => {
    const bien = pick(
      random,
      world.biens.filter(({ anciens }) => anciens.length > 0),
    )
    const paiement = pick(random, pick(random, bien?.anciens ?? [])?.paiements ?? [])
    if (!paiement) return null
    return remove(`/api/paiements/${paiement.id}`, true, `delete former payment ${paiement.id}`, () => {})
  },
}

const personnes: Record<string, Command> = {
  'ajouter un client': ({ world, serial }) => {
    const body = {
      nomComplet: `Élodie ${serial()}`,
      tel: '0555 12 34 56',
      email: 'e@exemple.dz',
      adresse: 'Oran',
    }
    return add('/api/clients', body, (id) => world.clients.push({ id }))
  },
  'modifier un client': ({ world, random, serial }) => {
    const one = pick(random, world.clients)
    if (!one) return null
    const body = {
      nomComplet: `Yacine ${serial()}`,
      tel: '0555 12 34 56',
      email: 'y@exemple.dz',
      adresse: 'Alger',
    }
    return { says: `client ${one.id}`, ask: (desk) => desk.put(`/api/clients/${one.id}`, body), expects: 200 }
  },
  'supprimer un client': ({ world, random }) => {
    const one = pick(random, world.clients)
    if (!one) return null
    const owns = ({ client, anciens }: Bien) =>
      client === one.id || anciens.some((former) => former.client === one.id)
    return remove(`/api/clients/${one.id}`, world.biens.some(owns), `delete client ${one.id}`, () =>
      forget(world.clients, one.id),
    )
  },
  'ajouter le promoteur': ({ world }) => {
    const body = { nom: 'Promo', email: 'p@exemple.dz', telephone: '021 00 00 00', adresse: 'Alger' }
    return add('/api/promoteurs', body, (id) => void (world.promoteur = id), world.promoteur !== null, 409)
  },
  'supprimer le promoteur': ({ world }) =>
    world.promoteur === null
      ? null
      : remove(
          `/api/promoteurs/${world.promoteur}`,
          false,
          'delete promoteur',
          () => void (world.promoteur = null),
        ),
}

const ligne = (random: Random) => {
  const [prix, quantite] = [between(random, 1, 5_000), between(random, 1, 9)]
  return { body: { designation: 'Ciment', prix_unitaire: da(prix), quantite }, montant: prix * quantite }
}

const charges: Record<string, Command> = {
  'ajouter une catégorie': ({ world, serial }) =>
    add('/api/categories', { nom: `Catégorie ${serial()}` }, (id) => world.categories.push({ id })),
  'supprimer une catégorie': ({ world, random }) => {
    const one = pick(random, world.categories)
    if (!one || random() < 0.7) return null
    return remove(`/api/categories/${one.id}`, false, `delete categorie ${one.id}`, () => {
      forget(world.categories, one.id)
      for (const bon of world.bons.filter(({ parent }) => parent === one.id)) forgetBon(world, bon.id)
    })
  },
  'ajouter un bon': ({ world, random, serial }) => {
    const parent = pick(random, world.categories)?.id
    if (!parent) return null
    const body = { reference: `B${serial()}`, date_bon: '2026-02-03', categorie_bon_id: parent, lignes: [] }
    return add('/api/bons', body, (id) => world.bons.push({ id, parent }))
  },
  'supprimer un bon': ({ world, random }) => {
    const one = pick(random, world.bons)
    if (!one || random() < 0.5) return null
    return remove(`/api/bons/${one.id}`, false, `delete bon ${one.id}`, () => forgetBon(world, one.id))
  },
  'ajouter une ligne': ({ world, random }) => {
    const parent = pick(random, world.bons)?.id
    if (!parent) return null
    const { body, montant } = ligne(random)
    return add(`/api/bons/${parent}/lignes`, body, (id) => world.lignes.push({ id, parent, montant }))
  },
  'modifier une ligne': ({ world, random }) => {
    const one = pick(random, world.lignes)
    if (!one) return null
    const { body, montant } = ligne(random)
    return {
      says: `ligne ${one.id}: ${montant}`,
      ask: (desk) => desk.put(`/api/bons/${one.parent}/lignes/${one.id}`, body),
      expects: 200,
      then: () => void (one.montant = montant),
    }
  },
  'supprimer une ligne': ({ world, random }) => {
    const one = pick(random, world.lignes)
    if (!one) return null
    return remove(`/api/bons/${one.parent}/lignes/${one.id}`, false, `delete ligne ${one.id}`, () =>
      forget(world.lignes, one.id),
    )
  },
}

function forgetBon(world: World, id: number): void {
  forget(world.bons, id)
  for (const one of world.lignes.filter(({ parent }) => parent === id)) forget(world.lignes, one.id)
}

/** Sales and payments come twice as often as the rest. */
export const commands: [name: string, command: Command][] = [
  ...Object.entries(structure),
  ...Object.entries(ventes),
  ...Object.entries(ventes),
  ...Object.entries(personnes),
  ...Object.entries(charges),
]
