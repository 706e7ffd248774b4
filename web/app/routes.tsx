import { createRoute, redirect } from '@tanstack/react-router'
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
import { FailurePage } from '#web/app/FailurePage.tsx'
import { membre, page, publicScreen, root, screen, served, signedIn } from '#web/app/screens.tsx'
import { screens } from '#shared/paths.ts'

/** Screen for a member who must choose a password first: his only one, and nobody else's. */
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

const clientPaiements = page(
  () => import('#features/paiements/web/ClientPaiementsPage.tsx'),
  'ClientPaiementsPage',
)
const verifier = page(() => import('#features/papiers/web/VerifierPage.tsx'), 'VerifierPage')
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
