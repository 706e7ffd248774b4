import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { registresEndpoints } from '#features/registres/registres.contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { ApiError } from '#web/kit/api.ts'
import { requireUser } from '#web/app/guard.ts'
import { savePlace } from '#web/kit/savedInput.ts'
import { MEMBRE } from '#web/kit/ownScreen.ts'
import { fetchPart } from '#web/kit/parts.ts'
import { FailurePage, ScreenFailure } from '#web/app/FailurePage.tsx'
import { Root } from '#web/app/Root.tsx'
import { screens } from '#web/paths.ts'

/** The router's own loader would answer a part that is missing by loading the page again, offline too. */
function page<M extends Record<K, RouteComponent>, K extends string>(load: () => Promise<M>, name: K) {
  return lazyRouteComponent<Record<K, RouteComponent>, K>(fetchPart(load), name)
}

const root = createRootRoute({
  component: Root,
  errorComponent: FailurePage,
  validateSearch: (search: Record<string, string | number | undefined>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
})

/** The layout around every screen that needs a signed-in user. */
const membre = createRoute({
  getParentRoute: () => root,
  id: MEMBRE,
  component: page(() => import('#web/app/Shell.tsx'), 'Shell'),
  errorComponent: FailurePage,
  async beforeLoad({ location }) {
    try {
      await requireUser()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      savePlace(location.href)
      throw redirect({ to: screens.login, replace: true })
    }
  },
})

/**
 * A screen behind the guard: its path, its name in the document's title, its lazy page.
 * @param calls what it is made of; none for a screen of every rôle
 */
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

/** A screen that anyone may open. */
function publicScreen<const Path extends string>(path: Path, titre: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { titre } })
}

const clientPaiements = page(
  () => import('#features/paiements/web/ClientPaiementsPage.tsx'),
  'ClientPaiementsPage',
)
const dashboard = page(() => import('#features/tableau-de-bord/web/DashboardPage.tsx'), 'DashboardPage')

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
  publicScreen(
    screens.verifier,
    'Vérifier un document',
    page(() => import('#features/verification/web/VerifierPage.tsx'), 'VerifierPage'),
  ),
  publicScreen(
    `${screens.verifier}/$code`,
    'Vérifier un document',
    page(() => import('#features/verification/web/VerifierPage.tsx'), 'VerifierPage'),
  ),
  publicScreen(
    screens.suivi,
    'Mon achat',
    page(() => import('#features/suivi/web/SuiviPage.tsx'), 'SuiviPage'),
  ),
  publicScreen(
    '$',
    'Page Not Found',
    page(() => import('#web/app/NotFoundPage.tsx'), 'NotFoundPage'),
  ),
  membre.addChildren([
    screen('/', 'Tableau de Bord Immobilier', dashboard),
    screen(screens.dashboard, 'Tableau de Bord Immobilier', dashboard),
    screen(
      screens.parkings,
      'Gestion des Parkings',
      page(() => import('#features/parkings/web/ParkingsPage.tsx'), 'ParkingsPage'),
    ),
    screen(
      screens.paiements,
      'Paiements par Bien',
      page(() => import('#features/paiements/web/PaiementsPage.tsx'), 'PaiementsPage'),
    ),
    screen(
      `${screens.clients}/$clientId`,
      'Dossier du client',
      page(() => import('#features/fiches/web/FichePage.tsx'), 'FichePage'),
    ),
    screen('/clients/$clientId/paiements', 'Paiements du client', clientPaiements),
    screen('/clients/$clientId/paiements/$', 'Paiements du client', clientPaiements),
    screen(
      screens.recap,
      'Récapitulatif des paiements',
      page(() => import('#features/recap/web/RecapPage.tsx'), 'RecapPage'),
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
      page(() => import('#features/registres/web/RapportsPage.tsx'), 'RapportsPage'),
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
      page(() => import('#web/app/ClientsScreen.tsx'), 'ClientsScreen'),
    ),
    screen(
      screens.residences,
      'Nos Résidences',
      page(() => import('#features/residences/web/ResidencesPage.tsx'), 'ResidencesPage'),
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
      page(() => import('#web/app/BlocsScreen.tsx'), 'BlocsScreen'),
    ),
    screen(
      screens.etages,
      'Gestion des Étages',
      page(() => import('#features/etages/web/EtagesPage.tsx'), 'EtagesPage'),
    ),
    screen(
      screens.appartements,
      'Gestion des Appartements',
      page(() => import('#features/appartements/web/AppartementsPage.tsx'), 'AppartementsPage'),
    ),
    screen(
      screens.locaux,
      'Gestion des Locaux',
      page(() => import('#features/locaux/web/LocauxPage.tsx'), 'LocauxPage'),
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
      page(() => import('#features/profil/web/ProfilPage.tsx'), 'ProfilPage'),
    ),
    screen(
      screens.planDeVente,
      'Plan de vente',
      page(() => import('#web/app/PlanDeVenteScreen.tsx'), 'PlanDeVenteScreen'),
    ),
    screen(
      screens.echeances,
      'Échéances',
      page(() => import('#features/echeances/web/EcheancesPage.tsx'), 'EcheancesPage'),
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
      page(() => import('#features/dossiers/web/DossiersPage.tsx'), 'DossiersPage'),
    ),
    screen(
      `${screens.ventes}/$venteId`,
      'Dossier de vente',
      page(() => import('#web/app/DossierScreen.tsx'), 'DossierScreen'),
    ),
    screen(
      screens.parametres,
      'Paramètres',
      page(() => import('#web/app/ParametresScreen.tsx'), 'ParametresScreen'),
      parametresEndpoints.read,
    ),
  ]),
])
