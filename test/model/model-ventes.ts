import { between, oneOf, type Random } from '#db/random.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { da, emptySuite, isFreeFor, somme, type Bien, type Command, type World } from '#test/model/model.ts'

const DEMAIN = addJours(aujourdhui(), 1)
const STADES = 3

export const oneSold = ({ biens }: World, random: Random): Bien | undefined =>
  oneOf(
    random,
    biens.filter(({ client }) => client !== null),
  )
const oneFree = ({ biens }: World, random: Random): Bien | undefined =>
  oneOf(random, random() < 0.8 ? biens.filter(({ client }) => client === null) : biens)

/** The dossier of a bien that is sold. */
export async function dossierOf(desk: Visitor, bien: Bien): Promise<number> {
  const { json } = await desk.get(`/api/ventes?client_id=${bien.client}&per_page=1000`)
  const { data } = json as { data: { id: number; bien: { id: number } }[] }
  const found = data.find((row) => row.bien.id === bien.id)
  if (!found) throw new Error(`no open dossier of bien ${bien.id}`)
  return found.id
}

/** The commands that hold a bien or take it off sale. */
export const options: Record<string, Command> = {
  'poser une option': ({ world, random }) => {
    const [bien, client] = [oneFree(world, random), oneOf(random, world.clients)]
    if (!bien || !client || random() < 0.4) return null
    const holder = random() < 0.5 ? { client_id: client.id } : { nom: 'Lynda Aït Ahmed' }
    return {
      says: `hold ${bien.id} for ${JSON.stringify(holder)}`,
      ask: (desk) => desk.post('/api/options', { bien_id: bien.id, ...holder, expire_le: DEMAIN }),
      expects: bien.client !== null || bien.bloque || bien.option ? 409 : 201,
      becomes: (answer) => void (bien.option = { id: idOf(answer), client: holder.client_id ?? null }),
    }
  },
  'libérer une option': ({ world, random }) => {
    const bien = oneOf(
      random,
      world.biens.filter(({ option }) => option !== null),
    )
    if (!bien?.option || random() < 0.3) return null
    const { id } = bien.option
    return {
      says: `release option ${id}`,
      ask: (desk) => desk.post(`/api/options/${id}/liberer`, { motif: 'Renonce' }),
      expects: 200,
      becomes: () => void (bien.option = null),
    }
  },
  'bloquer ou débloquer': ({ world, random }) => {
    const bien = oneFree(world, random)
    if (!bien || (!bien.bloque && random() < 0.6)) return null
    const motif = bien.bloque ? null : 'Appartement témoin'
    return {
      says: `${motif ? 'take off' : 'put on'} sale ${bien.id}`,
      ask: (desk) => desk.put(`/api/biens/${bien.id}/blocage`, { motif }),
      expects: motif && (bien.client !== null || bien.option) ? 409 : 200,
      becomes: () => void (bien.bloque = motif !== null),
    }
  },
}

/** The commands on a dossier. */
export const dossiers: Record<string, Command> = {
  'dater un dossier': ({ world, random }) => {
    const bien = oneSold(world, random)
    if (!bien) return null
    const livre = random() < 0.1
    const days = { reservation_le: '2026-01-10', contrat_le: '2026-02-10' }
    return {
      says: `days of the dossier of ${bien.id}${livre ? ', delivered' : ''}`,
      ask: async (desk) =>
        desk.put(`/api/ventes/${await dossierOf(desk, bien)}`, {
          ...days,
          livraison_le: livre ? '2026-03-10' : null,
        }),
      expects: 200,
      becomes: () => void (bien.suite.livre = livre),
    }
  },
  'générer un échéancier': ({ world, random }) => {
    const bien = oneSold(world, random)
    if (!bien) return null
    const byStades = random() < 0.6
    const portee = random() < 0.5 ? 'reste' : 'tout'
    const paye = somme(bien.paiements)
    const refused = portee === 'reste' ? paye === bien.prix : bien.suite.echeancier && paye > 0
    if (byStades && bien.kind === 'place_parking' && refused) return null
    return {
      says: `lines of ${bien.id} by ${byStades ? 'stades' : 'months'}, ${portee}`,
      async ask(desk) {
        const modeles = await readModeles(desk)
        const modele = modeles.find(
          ({ lignes }) => lignes.some(({ declencheur }) => declencheur === 'stade') === byStades,
        )
        return desk.post(`/api/ventes/${await dossierOf(desk, bien)}/echeancier`, {
          modele_id: modele?.id,
          portee,
          premier_jour: '2026-01-31',
          nombre: byStades ? undefined : 7,
        })
      },
      expects: byStades && bien.kind === 'place_parking' ? 422 : refused ? 409 : 201,
      becomes: () => Object.assign(bien.suite, { echeancier: true, stades: bien.suite.stades || byStades }),
    }
  },
  'enregistrer un stade': ({ world, random }) => {
    const bloc = oneOf(random, world.blocs)?.id
    if (!bloc) return null
    const rang = between(random, 1, STADES)
    const reached = world.stades.filter((one) => one.bloc === bloc).map((one) => one.rang)
    const missing = Array.from({ length: rang - 1 }, (_, n) => n + 1).some((one) => !reached.includes(one))
    return {
      says: `stade ${rang} of bloc ${bloc}`,
      ask: async (desk) =>
        desk.put(`/api/blocs/${bloc}/stades/${await stadeOf(desk, bloc, rang)}`, {
          atteint_le: `2026-02-0${rang}`,
        }),
      expects: missing ? 422 : 200,
      becomes() {
        if (!reached.includes(rang)) world.stades.push({ bloc, rang })
      },
    }
  },
  'retirer un stade': ({ world, random }) => {
    const one = oneOf(random, world.stades)
    if (!one || random() < 0.5) return null
    return {
      says: `take stade ${one.rang} of bloc ${one.bloc} back`,
      ask: async (desk) =>
        desk.delete(`/api/blocs/${one.bloc}/stades/${await stadeOf(desk, one.bloc, one.rang)}`),
      expects: 200,
      becomes: () => void (world.stades = world.stades.filter((other) => other !== one)),
    }
  },
  'transférer vers un autre bien': ({ world, random }) => {
    const [bien, cible] = [oneSold(world, random), oneFree(world, random)]
    if (!bien || !cible || (cible.kind === 'place_parking' && bien.suite.stades)) return null
    const paye = somme(bien.paiements)
    const montant = random() < 0.5 ? undefined : Math.max(1, paye + between(random, -2, 2))
    const prix = montant ?? cible.prix
    const wrong = cible === bien || prix < paye
    const free = cible.client === null && isFreeFor(cible, bien.client ?? 0) && !bien.suite.livre
    // Two refusals at once: which of them is told does not matter.
    if (wrong && (bien.suite.livre || (cible !== bien && !free))) return null
    return {
      says: `move the dossier of ${bien.id} to ${cible.id} for ${prix}`,
      ask: async (desk) =>
        desk.post(`/api/ventes/${await dossierOf(desk, bien)}/transfert-bien`, {
          bien_id: cible.id,
          montant: montant === undefined ? undefined : da(montant),
          motif: 'Plus grand',
        }),
      expects: wrong ? 422 : free ? 201 : 409,
      becomes() {
        const suite = { ...bien.suite, quittes: [...bien.suite.quittes, bien.id] }
        Object.assign(cible, { client: bien.client, paiements: bien.paiements, suite, option: null, prix })
        Object.assign(bien, { client: null, paiements: [], suite: emptySuite() })
      },
    }
  },
  'céder un dossier': ({ world, random }) => {
    const [bien, client] = [oneSold(world, random), oneOf(random, world.clients)]
    if (!bien || !client || (client.id === bien.client && bien.suite.livre)) return null
    return {
      says: `hand the dossier of ${bien.id} over to ${client.id}`,
      ask: async (desk) =>
        desk.post(`/api/ventes/${await dossierOf(desk, bien)}/transfert-client`, {
          client_id: client.id,
          motif: 'Entre frères',
        }),
      expects: client.id === bien.client ? 422 : bien.suite.livre ? 409 : 201,
      becomes() {
        if (bien.client !== null) bien.suite.cedants.push(bien.client)
        bien.client = client.id
      },
    }
  },
}

interface Modele {
  id: number
  lignes: { declencheur: string }[]
}

/** Returns the modèles offered for a new échéancier. */
async function readModeles(desk: Visitor): Promise<Modele[]> {
  const { json } = await desk.get('/api/reglages')
  return (json as { data: { modeles: Modele[] } }).data.modeles
}

async function stadeOf(desk: Visitor, bloc: number, rang: number): Promise<number | undefined> {
  const { json } = await desk.get(`/api/blocs/${bloc}/stades`)
  return (json as { data: { stade_id: number; rang: number }[] }).data.find((one) => one.rang === rang)
    ?.stade_id
}
