import { test, withServer } from '../diyar.ts'
import { lookAtDemo, press, type Screen } from './cells.ts'

withServer('demo')

/** The portfolio, each screen with what its cards open. */
// spec: EC-45, RE-47
const SCREENS: readonly Screen[] = [
  {
    at: '/residence',
    views: {
      seul: [],
      rapport: [press(/^Rapport détaillé/)],
      détails: [press(/^Détails/)],
      total: [press(/^Total des paiements/)],
      modifier: [press(/^Modifier/)],
      supprimer: [press(/^Supprimer/)],
    },
  },
  {
    at: '/bloc',
    views: {
      seul: [],
      rapport: [press(/^Rapport détaillé/)],
      modifier: [press(/^Modifier/)],
      stades: [press(/^Stades/)],
      dates: [press(/^Stades/), press('Dates prévues')],
    },
  },
  {
    at: '/etage',
    views: {
      seul: [],
      ajouter: [press('Ajouter un étage')],
      rapport: [press(/^Rapport détaillé/)],
      détails: [press(/^Détails/)],
      modifier: [press(/^Modifier/)],
      supprimer: [press(/^Supprimer/)],
    },
  },
  {
    at: '/appartement?etat=vendu',
    views: {
      seul: [],
      rapport: [press(/^Rapport détaillé/)],
      détails: [press(/^Détails/)],
      modifier: [press(/^Modifier/)],
      supprimer: [press(/^Supprimer/)],
      retirer: [press(/^Retirer le client/)],
    },
  },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
