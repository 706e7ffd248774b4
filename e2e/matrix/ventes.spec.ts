import { test, withServer } from '../diyar.ts'
import { lookAtDemo, press, type Screen } from './cells.ts'

withServer('demo')

const PLUS = press("Plus d'actions")
/** Opens the first dossier of the list. */
const DOSSIER = press(/^\d{4}-D-\d{4}$/)

/** A dossier, with what ends its sale, its échéancier and who buys. */
// spec: AD-39, EC-45, RE-47, VE-39
const SCREENS: readonly Screen[] = [
  {
    // The one sale whose contract has no day.
    at: '/ventes?sans_contrat=1',
    views: {
      dossier: [DOSSIER],
      contrat: [DOSSIER, press(/^Noter la date du contrat/)],
      transférer: [DOSSIER, PLUS, press('Transférer vers un autre bien')],
      céder: [DOSSIER, PLUS, press('Céder à un autre client')],
      désistement: [DOSSIER, PLUS, press('Annuler la vente… (désistement)')],
      générer: [DOSSIER, press("Générer l'échéancier")],
      lignes: [DOSSIER, press('Modifier')],
      acquéreurs: [DOSSIER, press('Modifier les acquéreurs')],
    },
  },
  { at: '/ventes/12?partie=pieces' },
  {
    at: '/ventes',
    views: { seul: [], livraison: [DOSSIER, press(/^Noter la date de livraison/)] },
  },
  { at: '/echeances?onglet=a_venir&horizon=tout' },
  { at: '/blocs/4/stades/2/appels', views: { seul: [], établir: [press(/^Établir/)] } },
  { at: '/echeances', views: { modèle: [press('Appliquer un modèle')] } },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
