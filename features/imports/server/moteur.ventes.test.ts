import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
} from '#test/harness/builders.ts'
import { fautes, importer, verifier, type Feuilles, type Rangee } from '#test/harness/feuilles.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id, designation: '1er étage' })
  for (const num_lot of ['A1', 'A2', 'A3', 'A4', 'A5'])
    await buildAppartement(t.db, { etage_id, num_lot, prix: 100_000_000 })
  await buildClient(t.db, { nom_complet: 'Karim Benali', tel: '0550 12 34 56' })
  await buildClient(t.db, { nom_complet: 'Amina Haddad', tel: '0551 12 34 56' })
})
afterAll(() => t.close())

const lot = (numero: string, autres: Rangee): Rangee => ({
  Type: 'Appartement',
  Résidence: 'El Yasmine',
  'Bloc ou parking': 'Bloc A',
  Étage: '1er étage',
  Numéro: numero,
  Client: 'Karim Benali',
  ...autres,
})
const comptes = async () => {
  const { db } = t
  const tables = ['ventes', 'paiements', 'echeances', 'journal', 'desistements', 'remboursements'] as const
  return Promise.all(
    tables.map(async (table) => {
      const { n } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    }),
  )
}

// spec: PO-23, PO-40
it('adds sales with all that hangs on them, and finds every line the second time', async () => {
  const feuilles: Feuilles = {
    ventes: [
      lot('A1', { Date: '12/03/2025', Contrat: '01/04/2025', Notaire: 'Me Saïdi' }),
      lot('A2', {
        Client: 'Amina Haddad',
        Date: '2024-01-10',
        Prix: 900_000,
        'Terminée le': '2025-02-01',
        Dossier: '2024-D-0007',
        'Désistement le': '2025-01-20',
        'À la demande de': 'Client',
        Motif: 'Crédit refusé',
        Retenue: '50 000',
      }),
      lot('A2', { Date: '2025-03-01' }),
    ],
    paiements: [
      lot('A1', { Date: '12/03/2025', Montant: 200_000, 'N° de reçu': '2025-000004' }),
      lot('A1', {
        Date: '2025-05-02',
        Montant: '100 000,50',
        'N° de reçu': '2025-000006',
        'Mode de paiement': 'Chèque',
        Banque: 'BNA',
        Référence: '0012345',
        'Date du chèque': '2025-05-01',
        'Rejeté le': '2025-05-09',
        'Motif du rejet': 'Provision insuffisante',
        'Frais de rejet': 1500,
      }),
      lot('A1', {
        Date: '2025-05-20',
        Montant: 100_000.5,
        'Mode de paiement': 'Chèque',
        'Payé par': 'Un proche',
        'Nom du payeur': 'Ali Benali',
        'Encaissé le': '2025-05-25',
        'Représente le reçu': '2025-000006',
      }),
      lot('A2', { Client: 'Amina Haddad', Date: '2024-02-01', Montant: 300_000 }),
      lot('A2', { Date: '2025-03-02', Montant: 10, Détails: 'Acompte' }),
    ],
    echeances: [
      lot('A1', { 'N°': 1, Libellé: 'Réservation', Montant: 250_000, Déclencheur: 'À la réservation' }),
      lot('A1', {
        'N°': 2,
        Libellé: 'Gros œuvre',
        Montant: 700_000,
        Déclencheur: 'À un stade',
        Stade: 'gros œuvre achevé',
      }),
      lot('A1', {
        'N°': 3,
        Libellé: 'Solde',
        Montant: 50_000,
        Déclencheur: 'À une date',
        Date: '2027-01-01',
      }),
    ].map(({ Client: _, ...ligne }) => ligne),
    remboursements: [
      { Dossier: '2024-D-0007', Date: '2025-03-01', Montant: 100_000, Mode: 'Virement', Banque: 'CPA' },
      { Dossier: '2024-D-0007', 'N°': '2025-R-0003', Date: '2025-04-01', Montant: 150_000, Mode: 'Espèces' },
    ],
  }
  const premier = await importer(t.db, feuilles)
  expect(fautes(premier)).toEqual([])
  expect(premier).toMatchObject({
    recusANumeroter: 3,
    feuilles: [
      { feuille: 'Ventes', crees: 3, montant: 290_000_000 },
      { feuille: 'Paiements', crees: 5, montant: 70_001_100 },
      { feuille: 'Échéances', crees: 3 },
      { feuille: 'Remboursements', crees: 2 },
    ],
  })
  expect(premier.messages.map(({ texte }) => texte)).toEqual([
    'Reçus 2025 : 4 numéros ne sont donnés à personne (1 à 3, 5).',
  ])
  const avant = await comptes()
  const second = await importer(t.db, feuilles)
  expect(second.messages).toEqual([])
  expect(second.feuilles).toMatchObject([
    { existants: 3 },
    { existants: 5 },
    { existants: 3 },
    { existants: 2 },
  ])
  expect((await importer(t.db, feuilles, { modifier: true })).feuilles).toMatchObject([
    { existants: 3 },
    { existants: 5 },
    { existants: 3 },
    { existants: 2 },
  ])
  expect(await comptes()).toEqual(avant)
  expect(await verifier(t.db, feuilles)).toMatchObject({ verdict: { recusANumeroter: 0 } })
})
