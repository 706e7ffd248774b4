import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  Outlet,
  useMatches,
  useRouterState,
  type RouteComponent,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Connecte } from '#features/acces/acces.contract.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { importsEndpoints, portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { AIDE } from '#shared/aide.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { requireUser } from '#web/app/guard.ts'
import { savePlace } from '#web/kit/form/savedInput.ts'
import { MEMBRE } from '#web/kit/frame/ownScreen.ts'
import { fetchPart } from '#web/kit/lazy/parts.ts'
import { FailurePage, ScreenFailure } from '#web/app/FailurePage.tsx'
import { screens } from '#shared/paths.ts'
import styles from '#web/app/Root.module.css'

/** Loads a page through `fetchPart`: the router's own loader reloads the window when a part is missing, even offline. */
function page<M extends Record<K, RouteComponent>, K extends string>(load: () => Promise<M>, name: K) {
  return lazyRouteComponent<Record<K, RouteComponent>, K>(fetchPart(load), name)
}

const PRODUCT = 'Diyar'

/** Sets the document's title: "Diyar - Gestion des Clients", or "Diyar" alone (Q1). */
function Root() {
  const titre = useMatches({ select: (matches) => matches.at(-1)?.staticData.titre })
  useEffect(() => {
    document.title = titre ? `${PRODUCT} - ${titre}` : PRODUCT
  }, [titre])
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  )
}

/** Line at the top while the next screen loads; the previous screen stays visible meanwhile. */
function NavigationProgress() {
  const underWay = useRouterState({ select: ({ isLoading }) => isLoading })
  return underWay ? <div className={styles.progress} data-progress aria-hidden /> : null
}

const root = createRootRoute({
  component: Root,
  errorComponent: FailurePage,
  validateSearch: (search: Record<string, string | number | undefined>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
})

const membre = createRoute({
  getParentRoute: () => root,
  id: MEMBRE,
  component: page(() => import('#web/app/Shell.tsx'), 'Shell'),
  errorComponent: FailurePage,
  async beforeLoad({ location }) {
    if ((await signedIn(location.href)).suite === 'mot_de_passe')
      throw redirect({ to: screens.premiereConnexion, replace: true })
  },
})

/** The one screen of who must choose a password first, and of nobody else. */
const premiereConnexion = createRoute({
  getParentRoute: () => root,
  path: screens.premiereConnexion,
  component: page(() => import('#features/acces/web/PremiereConnexionPage.tsx'), 'PremiereConnexionPage'),
  errorComponent: FailurePage,
  staticData: { titre: 'Choisissez votre mot de passe' },
  async beforeLoad({ location }) {
    if ((await signedIn(location.href)).suite !== 'mot_de_passe')
      throw redirect({ to: screens.dashboard, replace: true })
  },
})

/** The member of the session; without one the sign-in follows, and later the screen at `href`. */
async function signedIn(href: string): Promise<Connecte> {
  try {
    return await requireUser()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    savePlace(href)
    throw redirect({ to: screens.login, replace: true })
  }
}

/** A screen behind sign-in; `titre` is its name in the document's title. @param calls of the screen; none when every rôle may open it */
function screen<const Path extends string>(
  path: Path,
  titre: string,
  component: RouteComponent,
  ...calls: readonly Pick<Endpoint, 'access'>[]
) {
  return createRoute({
    getParentRoute: () => membre,
    path,
    component,
    errorComponent: ScreenFailure,
    staticData: { titre, ...(calls.length > 0 && { calls }) },
  })
}

function publicScreen<const Path extends string>(path: Path, titre: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { titre } })
}

const clientPaiements = page(
  () => import('#features/paiements/web/ClientPaiementsPage.tsx'),
  'ClientPaiementsPage',
)
const verifier = page(() => import('#features/papiers/web/VerifierPage.tsx'), 'VerifierPage')
const dashboard = page(() => import('#features/tableau-de-bord/web/DashboardPage.tsx'), 'DashboardPage')

/** A page that the server answers: the browser leaves the screens for it, as after a sign-in that was asked for on the way to it. */
function served<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => membre,
    path,
    beforeLoad({ location }) {
      window.location.replace(location.href)
      return new Promise<never>(() => {})
    },
  })
}

export const routeTree = root.addChildren([
  publicScreen(
    screens.login,
    'Connexion',
    page(() => import('#features/acces/web/LoginPage.tsx'), 'LoginPage'),
  ),
  publicScreen(
    screens.signup,
    'Créer un compte',
    page(() => import('#features/acces/web/SignupPage.tsx'), 'SignupPage'),
  ),
  publicScreen(
    screens.inactive,
    'Compte créé avec succès !',
    page(() => import('#features/acces/web/InactivePage.tsx'), 'InactivePage'),
  ),
  publicScreen(screens.verifier, 'Vérifier un document', verifier),
  publicScreen(`${screens.verifier}/$code`, 'Vérifier un document', verifier),
  publicScreen(
    screens.suivi,
    'Mon achat',
    page(() => import('#features/suivi/web/SuiviPage.tsx'), 'SuiviPage'),
  ),
  premiereConnexion,
  publicScreen(
    '$',
    'Page Not Found',
    page(() => import('#web/app/NotFoundPage.tsx'), 'NotFoundPage'),
  ),
  membre.addChildren([
    served(AIDE),
    served(`${AIDE}/$page`),
    screen('/', 'Tableau de Bord Immobilier', dashboard),
    screen(screens.dashboard, 'Tableau de Bord Immobilier', dashboard),
    screen(
      screens.parkings,
      'Gestion des Parkings',
      page(() => import('#features/biens/web/ParkingsPage.tsx'), 'ParkingsPage'),
    ),
    screen(
      screens.paiements,
      'Paiements par Bien',
      page(() => import('#features/rapports/web/PaiementsPage.tsx'), 'PaiementsPage'),
    ),
    screen(
      `${screens.clients}/$clientId`,
      'Fiche client',
      page(() => import('#features/clients/web/FichePage.tsx'), 'FichePage'),
    ),
    screen(`${screens.clients}/$clientId/paiements`, 'Paiements du client', clientPaiements),
    screen(`${screens.clients}/$clientId/paiements/$`, 'Paiements du client', clientPaiements),
    screen(
      screens.recap,
      'Récapitulatif des paiements',
      page(() => import('#features/rapports/web/RecapPage.tsx'), 'RecapPage'),
    ),
    screen(
      screens.charges,
      'Gestion des Charges',
      page(() => import('#features/charges/web/ChargesPage.tsx'), 'ChargesPage'),
      chargesEndpoints.categories,
    ),
    screen(
      screens.rapports,
      'Rapports',
      page(() => import('#features/rapports/web/RapportsPage.tsx'), 'RapportsPage'),
      registresEndpoints.listRecus,
    ),
    screen(
      screens.importer,
      'Importer un portefeuille',
      page(() => import('#features/imports/web/ImporterPage.tsx'), 'ImporterPage'),
      importsEndpoints.list,
      portefeuilleEndpoints.export,
    ),
    screen(
      screens.journal,
      'Journal',
      page(() => import('#features/journal/web/JournalPage.tsx'), 'JournalPage'),
      journalEndpoints.list,
    ),
    screen(
      screens.promoteur,
      'Promoteur Immobilier',
      page(() => import('#features/promoteur/web/PromoteurPage.tsx'), 'PromoteurPage'),
    ),
    screen(
      screens.clients,
      'Gestion des Clients',
      page(() => import('#features/clients/web/ClientsPage.tsx'), 'ClientsPage'),
    ),
    screen(
      screens.residences,
      'Nos Résidences',
      page(() => import('#features/structure/web/ResidencesPage.tsx'), 'ResidencesPage'),
    ),
    screen(
      `${screens.residences}/$residenceId/generer`,
      'Générer les lots',
      page(() => import('#features/generation/web/GenererPage.tsx'), 'GenererPage'),
      generationEndpoints.generer,
    ),
    screen(
      screens.blocs,
      'Gestion des Blocs',
      page(() => import('#features/structure/web/BlocsPage.tsx'), 'BlocsPage'),
    ),
    screen(
      '/blocs/$blocId/stades/$stadeId/appels',
      'Appels de fonds',
      page(() => import('#features/papiers/web/AppelsPage.tsx'), 'AppelsPage'),
      appelsEndpoints.list,
    ),
    screen(
      screens.etages,
      'Gestion des Étages',
      page(() => import('#features/structure/web/EtagesPage.tsx'), 'EtagesPage'),
    ),
    screen(
      screens.appartements,
      'Gestion des Appartements',
      page(() => import('#features/biens/web/AppartementsPage.tsx'), 'AppartementsPage'),
    ),
    screen(
      screens.locaux,
      'Gestion des Locaux',
      page(() => import('#features/biens/web/LocauxPage.tsx'), 'LocauxPage'),
    ),
    screen(
      screens.membres,
      'Liste des Membres',
      page(() => import('#features/membres/web/MembresPage.tsx'), 'MembresPage'),
      membresEndpoints.list,
    ),
    screen(
      screens.profil,
      'Mon Profil',
      page(() => import('#features/acces/web/ProfilPage.tsx'), 'ProfilPage'),
    ),
    screen(
      screens.planDeVente,
      'Plan de vente',
      page(() => import('#features/plan-de-vente/web/PlanDeVentePage.tsx'), 'PlanDeVentePage'),
    ),
    screen(
      screens.echeances,
      'Échéances',
      page(() => import('#features/echeanciers/web/EcheancesPage.tsx'), 'EcheancesPage'),
    ),
    screen(
      screens.cheques,
      'Chèques',
      page(() => import('#features/cheques/web/ChequesPage.tsx'), 'ChequesPage'),
      chequesEndpoints.listCheques,
    ),
    screen(
      screens.ventes,
      'Dossiers de vente',
      page(() => import('#features/ventes/web/DossiersPage.tsx'), 'DossiersPage'),
    ),
    screen(
      `${screens.ventes}/$venteId`,
      'Dossier de vente',
      page(() => import('#features/ventes/web/DossierPage.tsx'), 'DossierPage'),
    ),
    screen(
      screens.parametres,
      'Paramètres',
      page(() => import('#features/parametres/web/ParametresPage.tsx'), 'ParametresPage'),
      parametresEndpoints.read,
    ),
  ]),
])
