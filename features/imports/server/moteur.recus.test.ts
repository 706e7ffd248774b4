import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCaisse } from '#features/rapports/server/caisse.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import { REPRISE } from '#shared/numero.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'
import {
  amina,
  buildElYasmine,
  cheque,
  desiste,
  ligne,
  paye,
  rendu,
  vente,
} from '#test/harness/el-yasmine.ts'
import { fautes, importer } from '#test/harness/feuilles.ts'

const annee = Number(aujourdhui().slice(0, 4))
let t: TestApp
beforeEach(async () => {
  t = await startApp()
  await buildElYasmine(t)
})
afterEach(() => t.close())

const recus = () =>
  t.db
    .selectFrom('paiements')
    .where('date_paiement', '=', '2025-03-12')
    .select(['recu_annee', 'recu_numero', 'versement'])
    .orderBy('id')
    .execute()

const caisse = () => readCaisse(t.db, { jour: aujourdhui() }, { limit: null, offset: 0 })

// spec: PO-24, IN-10
it('numbers what was paid before outside every year, and says which numbers of a year are nobody’s', async () => {
  await t.db
    .insertInto('recus')
    .values({ annee, dernier: 123 })
    .onConflict((known) => known.column('annee').doUpdateSet({ dernier: 123 }))
    .execute()
  const verdict = await importer(t.db, {
    ventes: [vente('A1')],
    paiements: [
      paye('A1', { Montant: 1 }),
      paye('A1', { Montant: 2, 'N° de reçu': `${annee}-000130` }),
      paye('A1', { Montant: 3 }),
      paye('A1', { Montant: 4, 'N° de reçu': '2024-000007' }),
    ],
  })
  expect(verdict).toMatchObject({ erreurs: 0, recusANumeroter: 2 })
  const phrases = [
    'Reçus 2024 : 6 numéros ne sont donnés à personne (1 à 6).',
    `Reçus ${annee} : 6 numéros ne sont donnés à personne (124 à 129).`,
  ]
  expect(verdict.messages).toEqual(
    phrases.map((texte) => ({
      gravite: 'avertissement',
      feuille: 'Paiements',
      ligne: 0,
      colonne: null,
      cellule: null,
      texte,
    })),
  )
  expect(await recus()).toEqual([
    { recu_annee: REPRISE, recu_numero: 1, versement: 100 },
    { recu_annee: annee, recu_numero: 130, versement: 200 },
    { recu_annee: REPRISE, recu_numero: 2, versement: 300 },
    { recu_annee: 2024, recu_numero: 7, versement: 400 },
  ])
  expect(await t.db.selectFrom('recus').selectAll().orderBy('annee').execute()).toEqual([
    { annee: REPRISE, dernier: 2 },
    { annee: 2024, dernier: 7 },
    { annee, dernier: 130 },
  ])
})

// spec: PO-23
it('takes as many lines without a receipt for payments that are there as there are', async () => {
  const { id } = await t.db
    .selectFrom('ventes')
    .select('id')
    .where('terminee_le', 'is', null)
    .executeTakeFirstOrThrow()
  await pay(t.db, id, 5_000_000, '2025-02-01')
  const trois = {
    paiements: [1, 2, 3].map(() => paye('A2', { ...amina, Date: '2025-02-01', Montant: 50_000 })),
  }
  expect((await importer(t.db, trois)).feuilles).toMatchObject([
    { existants: 1, crees: 2, montant: 10_000_000 },
  ])
  expect((await importer(t.db, trois)).feuilles).toMatchObject([{ existants: 3, crees: 0, montant: 0 }])
})

// spec: PO-23, PO-26
it('leaves what is there as it is, and says what differs, whether it may change or not', async () => {
  const deja = { ...amina, Date: '2026-01-15', Montant: 400_000, 'N° de reçu': '2026-000001' }
  for (const modifier of [false, true]) {
    const verdict = await importer(
      t.db,
      {
        ventes: [vente('A2', { ...amina, Date: '2025-01-01', Notaire: 'Me Saïdi' })],
        paiements: [paye('A2', { ...deja, Détails: 'Acompte', 'Mode de paiement': 'Virement' })],
      },
      { modifier },
    )
    expect(verdict.feuilles).toMatchObject([{ laisses: 1 }, { laisses: 1 }])
    const { ouverte_le } = { ouverte_le: aujourdhui().split('-').toReversed().join('/') }
    expect(verdict.messages.map(({ gravite, texte }) => `${gravite} ${texte}`)).toEqual([
      `avertissement Date : ${ouverte_le} dans Diyar, 01/01/2025 ici. Laissé tel quel.`,
      'avertissement Notaire : vide dans Diyar, Me Saïdi ici. Laissé tel quel.',
      'avertissement Détails : vide dans Diyar, Acompte ici. Laissé tel quel.',
      'avertissement Mode de paiement : vide dans Diyar, Virement ici. Laissé tel quel.',
    ])
  }
})

// spec: PO-40
it('writes sales, cheques, échéances and what was given back as the forms would have left them', async () => {
  const avant = await caisse()
  const rejet = { 'Rejeté le': '2025-04-01', 'Motif du rejet': 'Vide', 'Frais de rejet': 15 }
  const verdict = await importer(
    t.db,
    {
      ventes: [vente('A1', { Contrat: '2025-04-10' }), vente('A6', { ...desiste, Retenue: 200 })],
      paiements: [
        paye('A1', { ...cheque, Montant: 600_000, 'N° de reçu': '2025-000001', ...rejet }),
        paye('A1', {
          ...cheque,
          Date: '2025-05-01',
          Montant: 600_000,
          'Encaissé le': '2025-05-02',
          'Représente le reçu': '2025-000001',
        }),
        paye('A1', { Date: '2025-05-03', Montant: 400_000, 'Payé par': 'La CNL (aide)' }),
        paye('A6'),
      ],
      echeances: [ligne(1, 700_000), ligne(2, 300_000, { Déclencheur: 'À la livraison' })],
      remboursements: [rendu(300, { 'N°': '2025-R-0002' }), rendu(400, { Banque: 'CPA' })],
    },
    { importId: 42 },
  )
  expect(fautes(verdict)).toEqual([])
  const ventes = await t.db
    .selectFrom('ventes')
    .select(['id', 'prix', 'total_paye', 'dossier_annee', 'dossier_numero', 'ouverte_le', 'reservation_le'])
    .where('reservation_le', '=', '2025-03-12')
    .orderBy('id')
    .execute()
  expect(ventes).toMatchObject([
    {
      prix: 100_000_000,
      total_paye: 100_000_000,
      dossier_annee: annee,
      ouverte_le: new Date('2025-03-12T11:00:00Z'),
    },
    { prix: 90_000_000, total_paye: 100_000, dossier_annee: 2025, dossier_numero: 3 },
  ])
  const [une = { id: 0 }] = ventes
  expect(
    await t.db
      .selectFrom('echeances')
      .select(['rang', 'montant', 'couvert', 'exigible_le'])
      .where('vente_id', '=', une.id)
      .orderBy('rang')
      .execute(),
  ).toEqual([
    { rang: 1, montant: 70_000_000, couvert: 70_000_000, exigible_le: '2025-04-10' },
    { rang: 2, montant: 30_000_000, couvert: 30_000_000, exigible_le: null },
  ])
  const member = await t.member('amina@diyar.dz')
  const { json } = await member.get(`/api/ventes/${une.id}`)
  expect(json).toMatchObject({
    resteAPayer: 0,
    paiements: [
      { etat: 'rejete', versement: 600_000, frais_rejet: 15, represente_par: { recu: 'REP-000001' } },
      { etat: 'encaisse', represente: { recu: '2025-000001' }, solde: 400_000 },
      { payeur_type: 'cnl', solde: 0 },
    ],
  })
  const journal = await t.db
    .selectFrom('journal')
    .select(['action', 'objet', 'apres'])
    .where('membre_nom', '=', 'Karim')
    .orderBy('id')
    .execute()
  expect(journal.map(({ action, objet }) => `${action} ${objet}`)).toEqual([
    'echeancier vente',
    'assigner vente',
    'assigner vente',
    'desister vente',
    'ajouter remboursement',
    'ajouter remboursement',
    'ajouter paiement',
    'representer paiement',
    'ajouter paiement',
    'ajouter paiement',
  ])
  expect(journal.at(-3)?.apres).toMatchObject({
    import: 42,
    solde: 40_000_000,
    represente: { recu: '2025-000001' },
  })
  // None of it is money that came in today.
  expect(await caisse()).toEqual(avant)
})
