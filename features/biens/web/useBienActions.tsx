import {
  IconBookmark,
  IconBookmarkPlus,
  IconCash,
  IconEdit,
  IconEye,
  IconFolder,
  IconLock,
  IconLockOpen,
  IconReportAnalytics,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BIENS } from '#features/biens/biens.kinds.ts'
import { isOnSale, libellesDuLot, type LotCardActions } from '#features/biens/web/LotCard.tsx'
import { nomDuLot, type Lot } from '#features/biens/web/lots.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { leBien, type TypeBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import type { ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import type { ActesDeLigne } from '#web/kit/table/Tableau.tsx'
import { dossierAt, newPaiement } from '#web/paths.ts'

interface Options {
  type: TypeBien
  calls: Record<'retirer' | 'supprimer', (id: number) => Promise<{ message: string }>>
  onAsk?: (asking: boolean) => void
  onDone: (message: string) => void
  /** Reports a failure after the dialog has closed; without it the dialog stays open and shows the failure. */
  onError?: (message: string) => void
}

/** Asks before a client is removed or a bien is deleted, naming the consequences in numbers. */
export function useBienActions({ type, calls, onAsk, onDone, onError }: Options) {
  const confirm = useConfirm()
  const retirer = useChange(calls.retirer)
  const supprimer = useChange(calls.supprimer)
  const mots = BIENS[type]
  type Demande = (typeof mots)['retirer' | 'supprimer'] & { danger?: boolean }
  async function ask(
    { titre, bouton, enCours, echec, danger = true }: Demande,
    body: ReactNode,
    action: () => Promise<{ message: string }>,
  ) {
    onAsk?.(true)
    const done = await confirm({
      title: titre,
      body,
      confirmLabel: bouton,
      busyLabel: enCours,
      fallback: echec,
      danger,
      action,
      ...(onError && { onError: (error: unknown) => onError(messageOf(error, echec)) }),
    })
    onAsk?.(false)
    if (done) onDone(done.message)
  }
  return {
    retirer: (id: number, body: ReactNode) => void ask(mots.retirer, body, () => retirer.mutateAsync(id)),
    supprimer: (id: number, body: ReactNode) =>
      void ask(mots.supprimer, body, () => supprimer.mutateAsync(id)),
  }
}

/** Acts of a lot's row: a client for what can be sold, the dossier of what is sold, and in « ⋯ » whatever its card offers. */
export function useActesDuLot() {
  const peut = usePeut()
  return (lot: Lot, on: LotCardActions, plan: ActeOuRien): ActesDeLigne => {
    const libelles = libellesDuLot(lot)
    const { etat_bien, vente_id, dossier, client } = lot
    const bloque = etat_bien === 'bloque'
    return {
      nom: nomDuLot(lot),
      actes: [
        isOnSale(lot) &&
          on.onAssign && { label: libelles.assigner, icon: IconUserPlus, onClick: on.onAssign },
        vente_id !== null && {
          label: `Ouvrir le dossier ${dossier}`,
          icon: IconFolder,
          to: dossierAt(vente_id),
        },
        { label: libelles.details, icon: IconEye, onClick: on.onDetails },
        on.onEdit && { label: libelles.modifier, icon: IconEdit, onClick: on.onEdit },
        { label: libelles.rapport, icon: IconReportAnalytics, onClick: on.onReport },
        plan,
        etat_bien === 'option' && {
          label: `Option sur ${leBien(lot)}`,
          icon: IconBookmark,
          onClick: () => on.onSuivi('option'),
        },
        etat_bien === 'libre' &&
          peut({ access: 'ventes' }) && {
            label: `Poser une option sur ${leBien(lot)}`,
            icon: IconBookmarkPlus,
            onClick: () => on.onSuivi('poser'),
          },
        client &&
          peut(paiementsEndpoints.create) && {
            label: 'Nouveau paiement',
            icon: IconCash,
            ...newPaiement(client.id),
          },
        (bloque || etat_bien === 'libre') &&
          peut({ access: 'patrimoine' }) && {
            label: `${bloque ? 'Débloquer' : 'Bloquer'} ${leBien(lot)}`,
            icon: bloque ? IconLockOpen : IconLock,
            onClick: () => on.onSuivi(bloque ? 'debloquer' : 'bloquer'),
          },
      ],
      fins: [
        !lot.estDispo &&
          on.onRemoveClient && {
            label: libelles.retirer,
            icon: IconUserMinus,
            onClick: on.onRemoveClient,
          },
        on.onDelete && { label: libelles.supprimer, icon: IconTrash, onClick: on.onDelete },
      ],
    }
  }
}
