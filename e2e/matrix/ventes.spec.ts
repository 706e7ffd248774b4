import { test, withServer } from '../diyar.ts'
import { lookAtDemo, press, type Screen } from './cells.ts'

withServer('demo')

const PLUS = press("Plus d'actions")

/** A dossier, with what ends its sale, its échéancier and who buys. */
// spec: AD-39, EC-45, RE-47, VE-39
const SCREENS: readonly Screen[] = [
  {
    at: '/ventes/12',
    views: {
      seul: [],
      contrat: [press(/^Noter la date du contrat/)],
      transférer: [PLUS, press('Transférer vers un autre bien')],
      céder: [PLUS, press('Céder à un autre client')],
      désistement: [PLUS, press('Annuler la vente… (désistement)')],
      générer: [press("Générer l'échéancier")],
      lignes: [press('Modifier')],
      acquéreurs: [press('Modifier les acquéreurs')],
    },
  },
  { at: '/ventes/12?partie=pieces' },
  { at: '/ventes/2', views: { livraison: [press(/^Noter la date de livraison/)] } },
  { at: '/ventes' },
  { at: '/echeances?onglet=a_venir&horizon=tout' },
  { at: '/blocs/3/stades/1/appels', views: { seul: [], établir: [press(/^Établir/)] } },
  { at: '/echeances', views: { modèle: [press('Appliquer un modèle')] } },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
