import type { FastifyInstance } from 'fastify'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { accesRoutes } from '#features/acces/server/acces.routes.ts'
import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { appartementsRoutes } from '#features/appartements/server/appartements.routes.ts'
import { biensEndpoints } from '#features/biens/biens.contract.ts'
import { biensRoutes } from '#features/biens/server/biens.routes.ts'
import { blocsEndpoints } from '#features/blocs/blocs.contract.ts'
import { blocsRoutes } from '#features/blocs/server/blocs.routes.ts'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chargesRoutes } from '#features/charges/server/charges.routes.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { chequesRoutes } from '#features/cheques/server/cheques.routes.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { clientsRoutes } from '#features/clients/server/clients.routes.ts'
import { documentsEndpoints } from '#features/documents/documents.contract.ts'
import { documentsRoutes } from '#features/documents/server/documents.routes.ts'
import { acquereursEndpoints } from '#features/dossiers/acquereurs.contract.ts'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { desistementEndpoints } from '#features/dossiers/desistement.contract.ts'
import { remboursementsEndpoints } from '#features/dossiers/remboursements.contract.ts'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import { dossiersRoutes } from '#features/dossiers/server/dossiers.routes.ts'
import { transfertsEndpoints } from '#features/dossiers/transferts.contract.ts'
import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import { relancesRoutes } from '#features/dossiers/server/relances.routes.ts'
import { echeancesEndpoints } from '#features/echeances/echeances.contract.ts'
import { echeancesRoutes } from '#features/echeances/server/echeances.routes.ts'
import { etagesEndpoints } from '#features/etages/etages.contract.ts'
import { etagesRoutes } from '#features/etages/server/etages.routes.ts'
import { fichesEndpoints } from '#features/fiches/fiches.contract.ts'
import { fichesRoutes } from '#features/fiches/server/fiches.routes.ts'
import { generationEndpoints } from '#features/generation/generation.contract.ts'
import { generationRoutes } from '#features/generation/server/generation.routes.ts'
import { annoteEndpoints } from '#features/imports/annote.contract.ts'
import { portefeuilleEndpoints } from '#features/imports/portefeuille.contract.ts'
import { portefeuilleRoutes } from '#features/imports/server/portefeuille.routes.ts'
import { importsEndpoints } from '#features/imports/imports.contract.ts'
import { importsRoutes } from '#features/imports/server/imports.routes.ts'
import { tidyImports } from '#features/imports/server/menage.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { journalRoutes } from '#features/journal/server/journal.routes.ts'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import { locauxRoutes } from '#features/locaux/server/locaux.routes.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { membresRoutes } from '#features/membres/server/membres.routes.ts'
import { chequeEndpoints } from '#features/paiements/cheque.contract.ts'
import { optionsEndpoints } from '#features/options/options.contract.ts'
import { optionsRoutes } from '#features/options/server/options.routes.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { payeursEndpoints } from '#features/paiements/payeurs.contract.ts'
import { completeReglages } from '#features/paiements/server/paiements.reglages.ts'
import { paiementsRoutes } from '#features/paiements/server/paiements.routes.ts'
import { versementsEndpoints } from '#features/paiements/versements.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { parametresRoutes } from '#features/parametres/server/parametres.routes.ts'
import { parkingsEndpoints } from '#features/parkings/parkings.contract.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import { parkingsRoutes } from '#features/parkings/server/parkings.routes.ts'
import { piecesEndpoints } from '#features/pieces/pieces.contract.ts'
import { piecesRoutes } from '#features/pieces/server/pieces.routes.ts'
import { prepareTypesDePiece } from '#features/pieces/server/pieces.types.ts'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { planDeVenteRoutes } from '#features/plan-de-vente/server/plan-de-vente.routes.ts'
import { prixEndpoints } from '#features/prix/prix.contract.ts'
import { prixRoutes } from '#features/prix/server/prix.routes.ts'
import { profilEndpoints } from '#features/profil/profil.contract.ts'
import { profilRoutes } from '#features/profil/server/profil.routes.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { promoteurRoutes } from '#features/promoteur/server/promoteur.routes.ts'
import { recapEndpoints } from '#features/recap/recap.contract.ts'
import { recapRoutes } from '#features/recap/server/recap.routes.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { rechercheRoutes } from '#features/recherche/server/recherche.routes.ts'
import { registresEndpoints } from '#features/registres/registres.contract.ts'
import { registresRoutes } from '#features/registres/server/registres.routes.ts'
import { residencesEndpoints } from '#features/residences/residences.contract.ts'
import { residencesRoutes } from '#features/residences/server/residences.routes.ts'
import { santeEndpoints } from '#features/sante/sante.contract.ts'
import { santeRoutes } from '#features/sante/server/sante.routes.ts'
import { sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { sauvegardesRoutes } from '#features/sauvegardes/server/sauvegardes.routes.ts'
import { stadesEndpoints } from '#features/stades/stades.contract.ts'
import { completeModeles, prepareModeles } from '#features/stades/server/modeles.service.ts'
import { stadesRoutes } from '#features/stades/server/stades.routes.ts'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { suiviRoutes } from '#features/suivi/server/suivi.routes.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { tableauDeBordRoutes } from '#features/tableau-de-bord/server/tableau-de-bord.routes.ts'
import { ventesRoutes } from '#features/ventes/server/ventes.routes.ts'
import { verificationEndpoints } from '#features/verification/verification.contract.ts'
import { verificationRoutes } from '#features/verification/server/verification.routes.ts'
import type { Tidy } from '#server/housekeeping.ts'

interface Feature {
  routes: (app: FastifyInstance) => void
  /** Its calls by the noun under which the API's description names them, then by their name in the contract. */
  calls: Record<string, Record<string, object>>
  /** What it no longer needs, taken away now and then while the server runs. */
  tidy?: Tidy
}

/** Every feature that answers calls, under the name of its folder. */
export const features: Record<string, Feature> = {
  acces: { routes: accesRoutes, calls: { acces: accesEndpoints } },
  appartements: { routes: appartementsRoutes, calls: { appartements: appartementsEndpoints } },
  biens: { routes: biensRoutes, calls: { biens: biensEndpoints } },
  blocs: { routes: blocsRoutes, calls: { blocs: blocsEndpoints } },
  charges: { routes: chargesRoutes, calls: { charges: chargesEndpoints } },
  cheques: { routes: chequesRoutes, calls: { cheques: { ...chequeEndpoints, ...chequesEndpoints } } },
  clients: { routes: clientsRoutes, calls: { clients: clientsEndpoints } },
  documents: { routes: documentsRoutes, calls: { documents: documentsEndpoints } },
  dossiers: {
    routes(app) {
      dossiersRoutes(app)
      relancesRoutes(app)
    },
    calls: {
      acquereurs: acquereursEndpoints,
      ventes: { ...dossiersEndpoints, ...desistementEndpoints, ...transfertsEndpoints },
      relances: relancesEndpoints,
      echeanciers: echeancierEndpoints,
      remboursements: remboursementsEndpoints,
    },
  },
  echeances: { routes: echeancesRoutes, calls: { echeances: echeancesEndpoints } },
  etages: { routes: etagesRoutes, calls: { etages: etagesEndpoints } },
  fiches: { routes: fichesRoutes, calls: { fiches: fichesEndpoints } },
  generation: { routes: generationRoutes, calls: { generation: generationEndpoints } },
  imports: {
    routes(app) {
      importsRoutes(app)
      portefeuilleRoutes(app)
    },
    calls: { imports: { ...importsEndpoints, ...annoteEndpoints }, portefeuille: portefeuilleEndpoints },
    tidy: tidyImports,
  },
  journal: { routes: journalRoutes, calls: { journal: journalEndpoints } },
  locaux: { routes: locauxRoutes, calls: { locaux: locauxEndpoints } },
  membres: { routes: membresRoutes, calls: { membres: membresEndpoints } },
  options: { routes: optionsRoutes, calls: { options: optionsEndpoints } },
  paiements: {
    routes: paiementsRoutes,
    calls: { paiements: paiementsEndpoints, versements: versementsEndpoints },
  },
  parametres: {
    routes: (app) =>
      parametresRoutes(app, {
        complete: async (db, reglages) => completeModeles(db, await completeReglages(db, reglages)),
        prepare: async (db, nom, valeur, avant) =>
          prepareTypesDePiece(db, nom, await prepareModeles(db, nom, valeur, avant), avant),
      }),
    calls: { parametres: parametresEndpoints },
  },
  parkings: { routes: parkingsRoutes, calls: { parkings: parkingsEndpoints, places: placesEndpoints } },
  pieces: { routes: piecesRoutes, calls: { pieces: piecesEndpoints } },
  'plan-de-vente': { routes: planDeVenteRoutes, calls: { planDeVente: planDeVenteEndpoints } },
  prix: { routes: prixRoutes, calls: { prix: prixEndpoints } },
  profil: { routes: profilRoutes, calls: { profil: profilEndpoints } },
  promoteur: { routes: promoteurRoutes, calls: { promoteur: promoteurEndpoints } },
  recap: { routes: recapRoutes, calls: { recap: { ...payeursEndpoints, ...recapEndpoints } } },
  recherche: { routes: rechercheRoutes, calls: { recherche: rechercheEndpoints } },
  registres: { routes: registresRoutes, calls: { registres: registresEndpoints } },
  residences: { routes: residencesRoutes, calls: { residences: residencesEndpoints } },
  sante: { routes: santeRoutes, calls: { sante: santeEndpoints } },
  sauvegardes: { routes: sauvegardesRoutes, calls: { sauvegardes: sauvegardesEndpoints } },
  stades: { routes: stadesRoutes, calls: { stades: stadesEndpoints } },
  suivi: { routes: suiviRoutes, calls: { suivi: suiviEndpoints } },
  'tableau-de-bord': { routes: tableauDeBordRoutes, calls: { tableauDeBord: tableauDeBordEndpoints } },
  ventes: { routes: ventesRoutes, calls: {} },
  verification: { routes: verificationRoutes, calls: { verification: verificationEndpoints } },
}
