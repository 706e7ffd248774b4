import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJours, aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { clientAt } from '#shared/paths.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildActe } from '#test/harness/actes.ts'
import { buildAppartement, buildClient, buildEtage, pay, sell } from '#test/harness/builders.ts'
import { PDF } from '#test/harness/plans.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const jour = formatJourCourt(aujourdhui())
let serial = 0

/** Rows that one import has made: a free lot, and a sold one with a payment. */
interface Fait {
  id: number
  client: number
  libre: number
  vendu: number
  vente: number
  paiement: number
  nom: string
  /** Who acts. */
  par: string
}

async function imported(): Promise<Fait> {
  const nom = `Lina Ziani ${++serial}`
  const { id: client } = await buildClient(t.db, { nom_complet: nom })
  const { id: etage_id } = await buildEtage(t.db)
  const libre = await buildAppartement(t.db, { etage_id, num_lot: 'A1' })
  const vendu = await buildAppartement(t.db, { etage_id, num_lot: 'A2' })
  const vente = await sell(t.db, vendu, client)
  const paiement = await pay(t.db, vente, 100_000, '2026-06-02')
  const fiches = { client: [client], appartement: [libre, vendu], vente: [vente], paiement: [paiement] }
  const id = await buildActe(t.db, fiches)
  return { id, client, libre, vendu, vente, paiement, nom, par: 'Karim Benali' }
}

type Acte = (fait: Fait) => Promise<Answer>
const dit: [string, Acte, (fait: Fait) => [string, string]][] = [
  [
    'a client that was edited',
    ({ client, nom }) =>
      karim.put(`/api/clients/${client}`, {
        nomComplet: nom,
        tel: '0555 12 34 56',
        email: 'autre@exemple.dz',
        adresse: 'Oran',
      }),
    ({ client, nom, par }) => [`Client ${nom} : modifié le ${jour} par ${par}.`, clientAt(client)],
  ],
  [
    'a pièce of a client',
    ({ client }) =>
      karim.form(
        '/api/pieces',
        { client_id: String(client), type: 'piece-identite' },
        { part: 'fichier', name: 'carte.pdf', content: PDF },
      ),
    ({ client, nom }) => [`Client ${nom} : pièce jointe le ${jour}.`, clientAt(client)],
  ],
  [
    'an option on a lot',
    ({ libre }) =>
      karim.post('/api/options', {
        bien_id: libre,
        nom: 'Brahimi',
        tel: '0550 00 00 00',
        expire_le: addJours(aujourdhui(), 3),
      }),
    ({ libre }) => ['Lot A1 : option de Brahimi.', `/appartement?details=${libre}`],
  ],
  [
    'a lot that was taken off sale',
    ({ libre }) => karim.put(`/api/biens/${libre}/blocage`, { motif: 'Litige du voisin' }),
    ({ libre }) => [`Lot A1 : bloqué le ${jour}.`, `/appartement?details=${libre}`],
  ],
  [
    'a paper',
    ({ vente }) => karim.post(`/api/ventes/${vente}/documents`, { type: 'attestation_paiement' }),
    ({ vente }) => [`Attestation ${aujourdhui().slice(0, 4)}-AP-0001.`, `/ventes/${vente}`],
  ],
  [
    'a payment that was edited',
    ({ client, vendu, paiement }) =>
      karim.put(`/api/paiements/${paiement}`, {
        client_id: client,
        appartement_id: vendu,
        date_paiement: '2026-06-02',
        versement: 2_000,
      }),
    ({ vente, nom }) => [
      `Vente de A2 à ${nom} : versement du 02/06/2026 modifié le ${jour}.`,
      `/ventes/${vente}`,
    ],
  ],
  [
    'a payment that was deleted',
    ({ paiement }) => karim.delete(`/api/paiements/${paiement}`),
    ({ vente, nom }) => [
      `Vente de A2 à ${nom} : versement du 02/06/2026 supprimé le ${jour}.`,
      `/ventes/${vente}`,
    ],
  ],
  [
    'a sale that was made and ended since',
    async ({ libre }) => {
      const { id: client } = await buildClient(t.db, { nom_complet: 'Samia Haddad' })
      await karim.put(`/api/appartements/${libre}/assigner-client`, { client_id: client })
      return karim.put(`/api/appartements/${libre}/retirer-client`, {})
    },
    ({ libre }) => [`Lot A1 : vente à Samia Haddad du ${jour}.`, `/appartement?details=${libre}`],
  ],
]

// spec: IN-17
it.each(dit)(
  '%s alone keeps an import: told with its screen, and nothing is removed',
  async (_what, use, said) => {
    const fait = await imported()
    const used = await use(fait)
    expect([Math.floor(used.statusCode / 100), used.body]).toEqual([2, expect.anything()])
    const before = await fingerprints(t.db)
    const refused = await karim.post(`/api/imports/${fait.id}/defaire`, {})
    const [phrase, lien] = said(fait)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: 'Impossible : 1 fiche a servi depuis.', obstacles: [phrase], liens: [lien] },
    ])
    expect(await fingerprints(t.db)).toEqual(before)
  },
)
