import { between, oneOf } from '#db/random.ts'
import { idOf } from '#test/harness/builders.ts'
import {
  aRembourser,
  da,
  emptySuite,
  isFreeFor,
  somme,
  type Ancien,
  type Bien,
  type Command,
  type World,
} from '#test/model/model.ts'
import { dossierOf, oneSold } from '#test/model/model-ventes.ts'

interface Clos {
  bien: Bien
  ancien: Ancien
  desistement: NonNullable<Ancien['desistement']>
}
const closed = ({ biens }: World): Clos[] =>
  biens.flatMap((bien) =>
    bien.anciens.flatMap((ancien) =>
      ancien.desistement ? [{ bien, ancien, desistement: ancien.desistement }] : [],
    ),
  )

/** Cheques that may still come back: not to be given back before. */
const enAttente = ({ paiements }: Ancien) =>
  paiements.reduce(
    (sum, { versement, etat }) => (etat === 'recu' || etat === 'remis' ? sum + versement : sum),
    0,
  )

/** How a sale ends, and what is given back. */
export const ends: Record<string, Command> = {
  désister: ({ world, random }) => {
    const bien = oneSold(world, random)
    if (!bien || random() < 0.3) return null
    const paye = somme(bien.paiements)
    const retenue = random() < 0.5 ? 0 : between(random, 0, paye + 1)
    if (retenue > paye && bien.suite.livre) return null
    return {
      says: `give ${bien.id} up, ${retenue} kept`,
      ask: async (desk) =>
        desk.post(`/api/ventes/${await dossierOf(desk, bien)}/desistement`, {
          demande_le: '2026-04-01',
          origine: 'client',
          motif: 'Mutation',
          retenue: da(retenue),
        }),
      expects: retenue > paye ? 422 : bien.suite.livre ? 409 : 201,
      becomes(answer) {
        const { client, prix, paiements, suite } = bien
        if (client === null) return
        const desistement = { vente: idOf(answer), retenue, remboursements: [] }
        bien.anciens.push({ client, prix, paiements, suite, desistement })
        Object.assign(bien, { client: null, paiements: [], suite: emptySuite() })
      },
    }
  },
  'changer la retenue': ({ world, random }) => {
    const clos = oneOf(random, closed(world))
    if (!clos) return null
    const { ancien, desistement } = clos
    const most = aRembourser(ancien) + desistement.retenue
    const retenue = random() < 0.5 ? between(random, 0, most) : most + between(random, 0, 1)
    return {
      says: `keep ${retenue} of ${desistement.vente}`,
      ask: (desk) =>
        desk.put(`/api/ventes/${desistement.vente}/desistement`, {
          demande_le: '2026-04-02',
          origine: 'promoteur',
          motif: 'Impayé',
          retenue: da(retenue),
        }),
      expects: retenue > most ? 422 : 200,
      becomes: () => void (desistement.retenue = retenue),
    }
  },
  rembourser: ({ world, random }) => {
    const clos = oneOf(random, closed(world))
    if (!clos) return null
    const { ancien, desistement } = clos
    const most = Math.max(0, aRembourser(ancien) - enAttente(ancien))
    const montant = random() < 0.3 ? most + between(random, 0, 1) : between(random, 1, Math.max(1, most))
    if (montant < 1) return null
    return {
      says: `give ${montant} of ${desistement.vente} back`,
      ask: (desk) =>
        desk.post(`/api/ventes/${desistement.vente}/remboursements`, {
          jour: '2026-04-10',
          montant: da(montant),
          mode: 'virement',
        }),
      expects: montant > most ? 422 : 201,
      becomes: (answer) => void desistement.remboursements.push({ id: idOf(answer), montant }),
    }
  },
  'supprimer un remboursement': ({ world, random }) => {
    const clos = oneOf(random, closed(world))
    const one = oneOf(random, clos?.desistement.remboursements ?? [])
    if (!clos || !one || random() < 0.5) return null
    return {
      says: `delete refund ${one.id}`,
      ask: (desk) => desk.delete(`/api/remboursements/${one.id}`),
      expects: 200,
      becomes() {
        const { desistement } = clos
        desistement.remboursements = desistement.remboursements.filter((other) => other !== one)
      },
    }
  },
  'annuler un désistement': ({ world, random }) => {
    const clos = oneOf(random, closed(world))
    if (!clos) return null
    const { bien, ancien, desistement } = clos
    const free =
      desistement.remboursements.length === 0 && bien.client === null && isFreeFor(bien, ancien.client)
    return {
      says: `reopen ${desistement.vente}`,
      ask: (desk) => desk.delete(`/api/ventes/${desistement.vente}/desistement`),
      expects: free ? 200 : 409,
      becomes() {
        const { client, prix, paiements, suite } = ancien
        Object.assign(bien, { client, prix, paiements, suite, option: null })
        bien.anciens = bien.anciens.filter((other) => other !== ancien)
      },
    }
  },
}
