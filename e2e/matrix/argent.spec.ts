import { test, withServer } from '../diyar.ts'
import { choose, fill, lookAtDemo, press, tick, type Screen } from './cells.ts'

withServer('demo')

const BANQUE = "Banque Extérieure d'Algérie, agence de Bordj Bou Arréridj"

/** What is paid, by bien and by day, and what a recap retains of it. */
// spec: EC-45, EN-36, RE-47
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
  { at: '/paiements?mode=cheque', views: { cartes: [tick('Cartes')] } },
  { at: '/paiements?vue=versements' },
  { at: '/paiements?vue=versements&mode=autre' },
  { at: '/recap?etat=rejete' },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
