import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { ApiError } from '#web/api.ts'
import { requireUser } from '#web/guard.ts'
import { FailurePage } from '#web/ui/FailurePage.tsx'
import { Root } from '#web/ui/Root.tsx'

const root = createRootRoute({
  component: Root,
  errorComponent: FailurePage,
  validateSearch: (search: Record<string, string | number | undefined>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
})

/** The layout around every screen that needs a signed-in user. */
export const membre = createRoute({
  getParentRoute: () => root,
  id: 'membre',
  component: lazyRouteComponent(() => import('#web/ui/Shell.tsx'), 'Shell'),
  errorComponent: FailurePage,
  async beforeLoad() {
    try {
      await requireUser()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/login', replace: true })
      throw error
    }
  },
})

/** A screen behind the guard: its path, its name in the document's title, its lazy page. */
function screen<const Path extends string>(path: Path, titre: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => membre, path, component, staticData: { titre } })
}

/** A screen that anyone may open. */
function publicScreen<const Path extends string>(path: Path, titre: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { titre } })
}

const clientPaiements = lazyRouteComponent(
  () => import('#features/paiements/web/ClientPaiementsPage.tsx'),
  'ClientPaiementsPage',
)
const dashboard = lazyRouteComponent(
  () => import('#features/tableau-de-bord/web/DashboardPage.tsx'),
  'DashboardPage',
)

export const routeTree = root.addChildren([
  publicScreen(
    '/login',
    'Connexion',
    lazyRouteComponent(() => import('#features/acces/web/LoginPage.tsx'), 'LoginPage'),
  ),
  publicScreen(
    '/signup',
    'Créer un compte',
    lazyRouteComponent(() => import('#features/acces/web/SignupPage.tsx'), 'SignupPage'),
  ),
  publicScreen(
    '/inactive',
    'Compte créé avec succès !',
    lazyRouteComponent(() => import('#features/acces/web/InactivePage.tsx'), 'InactivePage'),
  ),
  publicScreen(
    '$',
    'Page Not Found',
    lazyRouteComponent(() => import('#web/ui/NotFoundPage.tsx'), 'NotFoundPage'),
  ),
  membre.addChildren([
    screen('/', 'Tableau de Bord Immobilier', dashboard),
    screen('/dashboard', 'Tableau de Bord Immobilier', dashboard),
    screen(
      '/parking',
      'Gestion des Parkings',
      lazyRouteComponent(() => import('#features/parkings/web/ParkingsPage.tsx'), 'ParkingsPage'),
    ),
    screen(
      '/paiements',
      'Paiements par Bien',
      lazyRouteComponent(() => import('#features/paiements/web/PaiementsPage.tsx'), 'PaiementsPage'),
    ),
    screen('/clients/$clientId/paiements', 'Paiements du client', clientPaiements),
    screen('/clients/$clientId/paiements/$', 'Paiements du client', clientPaiements),
    screen(
      '/recap',
      'Récapitulatif des paiements',
      lazyRouteComponent(() => import('#features/recap/web/RecapPage.tsx'), 'RecapPage'),
    ),
    screen(
      '/charges',
      'Gestion des Charges',
      lazyRouteComponent(() => import('#features/charges/web/ChargesPage.tsx'), 'ChargesPage'),
    ),
    screen(
      '/promoteur',
      'Promoteur Immobilier',
      lazyRouteComponent(() => import('#features/promoteur/web/PromoteurPage.tsx'), 'PromoteurPage'),
    ),
    screen(
      '/clients',
      'Gestion des Clients',
      lazyRouteComponent(() => import('#features/clients/web/ClientsPage.tsx'), 'ClientsPage'),
    ),
    screen(
      '/residence',
      'Nos Résidences',
      lazyRouteComponent(() => import('#features/residences/web/ResidencesPage.tsx'), 'ResidencesPage'),
    ),
    screen(
      '/bloc',
      'Gestion des Blocs',
      lazyRouteComponent(() => import('#features/blocs/web/BlocsPage.tsx'), 'BlocsPage'),
    ),
    screen(
      '/etage',
      'Gestion des Étages',
      lazyRouteComponent(() => import('#features/etages/web/EtagesPage.tsx'), 'EtagesPage'),
    ),
    screen(
      '/appartement',
      'Gestion des Appartements',
      lazyRouteComponent(() => import('#features/appartements/web/AppartementsPage.tsx'), 'AppartementsPage'),
    ),
    screen(
      '/locaux',
      'Gestion des Locaux',
      lazyRouteComponent(() => import('#features/locaux/web/LocauxPage.tsx'), 'LocauxPage'),
    ),
    screen(
      '/users',
      'Liste des Membres',
      lazyRouteComponent(() => import('#features/membres/web/MembresPage.tsx'), 'MembresPage'),
    ),
    screen(
      '/profile',
      'Mon Profil',
      lazyRouteComponent(() => import('#features/profil/web/ProfilPage.tsx'), 'ProfilPage'),
    ),
  ]),
])
