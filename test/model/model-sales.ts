import { between, oneOf, type Random } from '#db/random.ts'
import {
  add,
  da,
  emptySuite,
  FIELDS,
  forget,
  isAtTheBank,
  isFreeFor,
  isKept,
  jourDe,
  PATHS,
  remove,
  somme,
  type Bien,
  type Command,
  type Kind,
  type Kit,
  type Step,
  type World,
} from '#test/model/model.ts'

/** Returns a sold bien rather than any: one that is not sold refuses nearly everything. */
function soldOrAny({ biens }: World, random: Random): Bien | undefined {
  const sold = biens.filter(({ client }) => client !== null)
  return oneOf(random, random() < 0.7 && sold.length > 0 ? sold : biens)
}

function addBien({ world, random, serial }: Kit, kind: Kind): Step | null {
  const parents = { appartement: world.etages, local: world.blocs, place_parking: world.parkings }[kind]
  const parent = oneOf(random, parents)?.id
  if (!parent) return null
  const siblings = world.biens.filter((bien) => bien.kind === kind && bien.parent === parent)
  const taken = random() < 0.15 ? oneOf(random, siblings)?.numero : undefined
  const numero = taken ?? String(serial)
  const prix = between(random, 1, 40_000)
  const full =
    kind === 'place_parking' &&
    siblings.length >= (world.parkings.find(({ id }) => id === parent)?.capacite ?? 0)
  const bien = { kind, parent, numero, prix, client: null, option: null, bloque: false }
  const keep = (id: number) =>
    world.biens.push({ id, ...bien, paiements: [], anciens: [], suite: emptySuite() })
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

/** The commands that sell and pay. */
export const sales: Record<string, Command> = {
  'ajouter un appartement': (kit) => addBien(kit, 'appartement'),
  'ajouter un local': (kit) => addBien(kit, 'local'),
  'ajouter une place': (kit) => addBien(kit, 'place_parking'),
  'changer le prix': ({ world, random }) => {
    const bien = soldOrAny(world, random)
    if (!bien) return null
    // Near what is paid, where the refusal begins, as often as anywhere.
    const paye = somme(bien.paiements)
    const prix = random() < 0.5 ? Math.max(1, paye + between(random, -2, 2)) : between(random, 1, 40_000)
    return {
      says: `price of ${bien.id}: ${prix}`,
      ask: (desk) => desk.put(`${PATHS[bien.kind]}/${bien.id}`, formulaire({ ...bien, prix })),
      expects: prix < somme(bien.paiements) ? 422 : 200,
      becomes: () => void (bien.prix = prix),
    }
  },
  'supprimer un bien': ({ world, random }) => {
    const bien = oneOf(random, world.biens)
    if (!bien || random() < 0.5) return null
    return remove(`${PATHS[bien.kind]}/${bien.id}`, isKept(world, bien), `delete bien ${bien.id}`, () =>
      forget(world.biens, bien.id),
    )
  },
  vendre: ({ world, random }) => {
    const [bien, client] = [oneOf(random, world.biens), oneOf(random, world.clients)]
    if (!bien || !client) return null
    const path = `${PATHS[bien.kind]}/${bien.id}`
    const body = { client_id: client.id }
    return {
      says: `sell ${bien.id} to ${client.id}`,
      ask: (desk) =>
        bien.kind === 'place_parking'
          ? desk.post(`${path}/attribuer`, body)
          : desk.put(`${path}/assigner-client`, body),
      expects: bien.client === null && isFreeFor(bien, client.id) ? 200 : 409,
      becomes: () => Object.assign(bien, { client: client.id, option: null, suite: emptySuite() }),
    }
  },
  'retirer le client': ({ world, random }) => {
    const bien = oneOf(random, world.biens)
    if (!bien || random() < 0.4) return null
    const path = `${PATHS[bien.kind]}/${bien.id}`
    return {
      says: `end the sale of ${bien.id}`,
      ask: (desk) =>
        bien.kind === 'place_parking' ? desk.post(`${path}/liberer`) : desk.put(`${path}/retirer-client`),
      expects:
        bien.client === null || (bien.kind === 'local' && bien.paiements.some(isAtTheBank)) ? 409 : 200,
      becomes() {
        if (bien.client !== null && bien.kind !== 'local' && bien.paiements.length > 0)
          bien.anciens.push({
            client: bien.client,
            prix: bien.prix,
            paiements: bien.paiements,
            suite: bien.suite,
          })
        Object.assign(bien, { client: null, paiements: [], suite: emptySuite() })
      },
    }
  },
  payer: ({ world, random, serial }) => {
    const bien = soldOrAny(world, random)
    const stranger = oneOf(random, world.clients)?.id
    if (!bien || !stranger) return null
    const client = random() < 0.1 ? stranger : (bien.client ?? stranger)
    const versement = between(random, 1, 15_000)
    const refused = bien.client !== client || somme(bien.paiements) + versement > bien.prix
    const body = {
      client_id: client,
      [FIELDS[bien.kind]]: bien.id,
      date_paiement: jourDe(serial),
      versement: da(versement),
    }
    return add('/api/paiements', body, (id) => bien.paiements.push({ id, versement }), refused)
  },
  'modifier un paiement': ({ world, random, serial }) => {
    const bien = oneOf(
      random,
      world.biens.filter(({ paiements }) => paiements.length > 0),
    )
    const paiement = oneOf(random, bien?.paiements ?? [])
    if (!bien || !paiement) return null
    const versement = between(random, 1, 15_000)
    const body = {
      client_id: bien.client,
      [FIELDS[bien.kind]]: bien.id,
      date_paiement: jourDe(serial),
      versement: da(versement),
    }
    return {
      says: `payment ${paiement.id}: ${versement}`,
      ask: (desk) => desk.put(`/api/paiements/${paiement.id}`, body),
      expects:
        isAtTheBank(paiement) || (paiement.represente !== undefined && versement !== paiement.versement)
          ? 409
          : somme(bien.paiements) - paiement.versement + versement > bien.prix
            ? 422
            : 200,
      becomes: () => void (paiement.versement = versement),
    }
  },
  'supprimer un paiement': ({ world, random }) => {
    const bien = oneOf(
      random,
      world.biens.filter(({ paiements }) => paiements.length > 0),
    )
    const paiement = oneOf(random, bien?.paiements ?? [])
    if (!bien || !paiement || random() < 0.4) return null
    return remove(
      `/api/paiements/${paiement.id}`,
      isAtTheBank(paiement),
      `delete payment ${paiement.id}`,
      () => forget(bien.paiements, paiement.id),
    )
  },
  'toucher à un paiement d’avant': ({ world, random }) => {
    const bien = oneOf(
      random,
      world.biens.filter(({ anciens }) => anciens.length > 0),
    )
    const paiement = oneOf(random, oneOf(random, bien?.anciens ?? [])?.paiements ?? [])
    if (!paiement) return null
    return remove(`/api/paiements/${paiement.id}`, true, `delete former payment ${paiement.id}`, () => {})
  },
}
