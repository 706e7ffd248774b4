import {
  IconCashPlus,
  IconEdit,
  IconEye,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { nomDuBien, type Lot } from '#features/biens/web/lots.ts'
import { acteDuDossier, seVend, useActesDuSuivi, type ActeNomme } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import { FORMES } from '#shared/biens.ts'
import type { ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'

/** The screen's part in the acts of a lot. */
export interface GestesDuLot {
  onReport: () => void
  onDetails: () => void
  /** The following ones are absent for a member without the right. */
  onAssign: (() => void) | undefined
  onRemoveClient: (() => void) | undefined
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
  onPay: (() => void) | undefined
  onSuivi: (acte: ActeDeSuivi) => void
}

export interface ActesDuBien {
  /** Name of the bien, for the menu of its other acts. */
  nom: string
  /** The act that its state asks for first: its client while it is for sale, its dossier once it is sold, else its report (ecrans §4). */
  premier: ActeNomme | false | undefined
  /** Acts that show and edit it. */
  fiche: readonly ActeOuRien[]
  /** Payment, option and blocage. */
  autres: readonly ActeOuRien[]
  /** Acts that take its client away or delete it. */
  fins: readonly ActeOuRien[]
}

/** The acts of a lot by its state, which its card and its row place each in its own way. */
export function useActesDuLot(): (lot: Lot, on: GestesDuLot) => ActesDuBien {
  const actesDuSuivi = useActesDuSuivi()
  return (lot, on) => {
    const { estDispo, vente_id, client, resteAPayer } = lot
    const { le, du, au } = FORMES[lot.type]
    const numero = lot.numero || 'Non spécifié'
    const nom = nomDuBien(lot)
    const rapport: ActeNomme = {
      mot: 'Rapport',
      label: `Rapport détaillé ${du} ${numero}`,
      icon: IconReportAnalytics,
      onClick: on.onReport,
    }
    const assigner: ActeNomme | false = seVend(lot) &&
      on.onAssign !== undefined && {
        mot: 'Assigner',
        label: `Assigner un client ${au} ${numero}`,
        icon: IconUserPlus,
        onClick: on.onAssign,
      }
    const vendu = vente_id === null ? rapport : acteDuDossier(lot)
    const premier = estDispo ? assigner || rapport : vendu
    return {
      nom,
      premier,
      fiche: [
        { label: `Détails ${du} ${numero}`, icon: IconEye, onClick: on.onDetails },
        on.onEdit && { label: `Modifier ${le} ${numero}`, icon: IconEdit, onClick: on.onEdit },
        premier !== rapport && rapport,
      ],
      autres: [
        client !== null &&
          resteAPayer > 0 &&
          on.onPay && { label: `Nouveau paiement : ${nom}`, icon: IconCashPlus, onClick: on.onPay },
        ...actesDuSuivi(lot, on.onSuivi),
      ],
      fins: [
        !estDispo &&
          on.onRemoveClient && {
            label: `Retirer le client ${du} ${numero}`,
            motAuTelephone: 'Retirer',
            icon: IconUserMinus,
            onClick: on.onRemoveClient,
          },
        on.onDelete && { label: `Supprimer ${le} ${numero}`, icon: IconTrash, onClick: on.onDelete },
      ],
    }
  }
}
