import { AUCUN_DOSSIER, DOSSIER_INCONNU, TROP_DE_DOSSIERS } from '#features/dossiers/relances.contract.ts'
import { defineErreurs } from '#shared/erreurs.ts'

export const relancesErreurs = defineErreurs({
  aucunDossier: { status: 422, message: AUCUN_DOSSIER },
  tropDeDossiers: { status: 422, message: TROP_DE_DOSSIERS },
  dossierInconnu: { status: 422, message: DOSSIER_INCONNU },
  rienEnRetard: { status: 422, message: "Rien n'est en retard pour ces dossiers." },
})
