import { test, withServer } from '../diyar.ts'
import { lookAtDemo, press, type Screen } from './cells.ts'

withServer('demo')

/** The screens of the members and of the product's settings. */
// spec: AD-39, EC-45, IN-34, RE-47, VE-39
const SCREENS: readonly Screen[] = [
  {
    at: '/users',
    views: {
      seul: [],
      désactiver: [press(/^Désactiver/)],
      provisoire: [press(/^Ajouter un membre$/), press(/^Proposer un mot de passe provisoire$/)],
    },
  },
  { at: '/profile', views: { seul: [], activer: [press(/^Activer$/)] } },
  { at: '/parametres?section=promoteur' },
  { at: '/parametres?section=pieces' },
  { at: '/parametres?section=ventes' },
  { at: '/parametres?section=stades' },
  { at: '/parametres?section=modeles' },
]

for (const screen of SCREENS) test(screen.at, ({ page }) => lookAtDemo(page, screen))
