import { between, oneOf } from '#db/random.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { da, emptySuite, placesOf, type Bien, residenceOf, type Command } from '#test/model/model.ts'

interface Lot {
  id: number
  numero: string
  montant: number
}
interface Plan {
  blocs: {
    id: number
    nomloc: string
    etages: { id: number; niveau: number; lots: Lot[] }[]
    locaux: Lot[]
  }[]
  parkings: { id: number; places: Lot[] }[]
}

/** The commands that build and price many biens at a time. */
export const portefeuille: Record<string, Command> = {
  'générer des lots': ({ world, random, serial }) => {
    const residence = oneOf(random, world.residences)?.id
    if (!residence) return null
    const prix = between(random, 1_000, 90_000) * 100
    const pas = between(random, -20, 20) * 100
    const hauteur = between(random, 0, 2)
    const parking = oneOf(
      random,
      world.parkings.filter(({ parent }) => parent === residence),
    )
    const prises = parking ? placesOf(world, parking.id).length : 0
    // Numbers of their own, beyond all that are made one by one.
    const premier = serial * 10 + 1000
    const body = {
      blocs: { nombre: 1, nom: `Tour ${serial}`, description: 'Générée' },
      niveaux: [
        {
          de: 0,
          a: hauteur,
          palier: [{ typeLogement: 'F3', surfaceHabitable: 80, surfaceUtile: 10, montant: da(prix) }],
        },
      ],
      numero: `G${serial}-{niveau}{rang}`,
      pas: { sorte: 'montant', valeur: da(pas), des: 0 },
      locaux: { nombre: 1, numero: `L${serial}`, surface: 40, montant: da(prix) },
      ...(parking && {
        parking: { id: parking.id, nombre: 1, premier, type_place: 'Box', montant: da(prix) },
      }),
    }
    const trop = parking !== undefined && prises + 1 > parking.capacite
    let plan: Plan | null = null
    return {
      says: `generate ${hauteur + 1} lots in residence ${residence}${trop ? ', too many places' : ''}`,
      async ask(desk) {
        const answer = await desk.post(`/api/residences/${residence}/generer`, body)
        if (answer.statusCode === 201) plan = await readPlan(desk, residence)
        return answer
      },
      expects: trop ? 422 : 201,
      becomes() {
        const bloc = plan?.blocs.find(({ nomloc }) => nomloc === `Tour ${serial}`)
        if (!bloc) throw new Error(`nothing was generated in residence ${residence}`)
        world.blocs.push({ id: bloc.id, parent: residence })
        for (const { id, niveau, lots } of bloc.etages) {
          world.etages.push({ id, parent: bloc.id })
          for (const lot of lots) world.biens.push(bien(lot, 'appartement', id, prix + niveau * pas))
        }
        for (const lot of bloc.locaux) world.biens.push(bien(lot, 'local', bloc.id, prix))
        const place = plan?.parkings
          .find(({ id }) => id === parking?.id)
          ?.places.find(({ numero }) => numero === String(premier))
        if (parking && !place) throw new Error(`place ${premier} was not generated`)
        if (parking && place) world.biens.push(bien(place, 'place_parking', parking.id, prix))
      },
    }
  },
  'réviser des prix': ({ world, random }) => {
    const residence = oneOf(random, world.residences)?.id
    if (!residence) return null
    const centiemes = between(random, -500, 500)
    if (centiemes === 0) return null
    const lots = world.biens.filter(
      (one) =>
        residenceOf(world, one) === residence &&
        one.client === null &&
        one.option === null &&
        // A price that would stay the same is left alone, and counts for nothing.
        revise(one.prix, centiemes) !== one.prix,
    )
    const body = {
      residence_id: residence,
      types: ['appartement', 'local', 'place_parking'],
      sorte: 'pourcent',
      valeur: centiemes / 100,
      arrondi: 0,
    }
    return {
      says: `prices of residence ${residence}: ${centiemes / 100} %`,
      ask: (desk) => reviser(desk, body),
      expects: lots.length === 0 ? 422 : 201,
      becomes() {
        for (const lot of lots) lot.prix = revise(lot.prix, centiemes)
      },
    }
  },
}

/** A half goes up. */
const revise = (prix: number, centiemes: number): number =>
  Number((BigInt(prix) * BigInt(10_000 + centiemes) * 2n + 10_000n) / 20_000n)

async function reviser(desk: Visitor, body: object): Promise<Answer> {
  const essai = await desk.post('/api/revisions-de-prix', { ...body, essai: true })
  const { empreinte = 'aucune' } = (essai.json as { data?: { empreinte?: string } }).data ?? {}
  return desk.post('/api/revisions-de-prix', { ...body, empreinte })
}

async function readPlan(desk: Visitor, residence: number): Promise<Plan> {
  return (await desk.get(`/api/plan-de-vente/${residence}`)).json as Plan
}

const bien = ({ id, numero }: Lot, kind: Bien['kind'], parent: number, prix: number): Bien => ({
  id,
  kind,
  parent,
  numero,
  prix,
  client: null,
  paiements: [],
  suite: emptySuite(),
  anciens: [],
  option: null,
  bloque: false,
})
