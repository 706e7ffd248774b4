import { test, withServer } from '../diyar.ts'
import { act, choose, fill, lookAtDemo, press, tick, type Screen } from './cells.ts'

withServer('demo')

const BANQUE = "Banque Extérieure d'Algérie, agence de Bordj Bou Arréridj"

/** The screens of payments, by bien and by day, of the sums that a recap retains of them, and of what is owed. */
// spec: CO-44, EC-45, EN-36, RE-47
const SCREENS: readonly Screen[] = [
  {
    at: '/paiements',
    narrow: true,
    views: {
      seul: [],
      ajouter: [press('Ajouter un paiement')],
      chèque: [
        press('Ajouter un paiement'),
        choose('Mode de paiement', 'Chèque'),
        fill('Banque du payeur', BANQUE),
        choose('Payé par', 'Une autre personne'),
        fill('Nom du payeur', 'محمد الأمين بن عبد الله'),
      ],
    },
  },
  {
    at: '/paiements?recherche=Djebbar Kheïra',
    views: { groupe: [act('Verser sur plusieurs biens')] },
  },
  { at: '/paiements?mode=cheque', views: { cartes: [tick('Cartes')] } },
  { at: '/paiements?vue=versements' },
  { at: '/paiements?vue=versements&mode=autre' },
  { at: '/recap?etat=rejete' },
  {
    at: '/charges?onglet=bons',
    views: {
      seul: [],
      règlements: [press(/^Règlements de/)],
      régler: [
        press(/^Règlements de/),
        press('Ajouter un règlement'),
        choose('Mode de règlement', 'Virement'),
      ],
    },
  },
  { at: '/charges?onglet=fournisseurs' },
  {
    at: '/rapports?rapport=residences',
    views: { seul: [], budget: [act('Budget de')] },
  },
  { at: '/rapports?rapport=ventes' },
  { at: '/rapports?rapport=ecritures' },
  { at: '/rapports?rapport=caisse', views: { clôture: [press('Clôturer la caisse')] } },
  { at: '/charges?onglet=periode&periode=tout' },
  { at: '/recap?situation=2025-12-31' },
  { at: '/rapports?rapport=encaissements' },
  { at: '/rapports?rapport=banque' },
  { at: '/rapports?rapport=previsions' },
  { at: '/rapports?rapport=tva' },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
