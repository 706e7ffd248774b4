import { lazy, Suspense, useState, type ReactNode } from 'react'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import type { PaiementDialogProps } from '#features/paiements/web/PaiementDialog.tsx'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { RecuPret } from '#features/paiements/web/RecuPret.tsx'
import { callFile } from '#web/api.ts'
import { saveFile } from '#web/ui/files.ts'
import type { BannersState } from '#web/ui/useBanners.ts'
import type { WorkState } from '#web/ui/useWork.ts'

const PaiementDialog = lazy(() =>
  import('#features/paiements/web/PaiementDialog.tsx').then((module) => ({ default: module.PaiementDialog })),
)

/** What is known where the dialog is opened: nothing, a client, his bien, or the payment to edit. */
export type PaiementConnu = Pick<PaiementDialogProps, 'clientId' | 'bien' | 'paiement'>

/** Saves the receipt of a payment under its own name (D3 §9). */
export function printRecu(work: WorkState, id: number): Promise<boolean> {
  return work.run(
    'Préparation du reçu…',
    (signal) =>
      saveFile(
        () => callFile(paiementsEndpoints.printSingle, { params: { id }, signal }),
        `paiement_${id}.pdf`,
      ),
    'Erreur lors de la génération du PDF pour le paiement.',
  )
}

/**
 * The payment dialog for any screen: `open({ clientId, bien })` shows it with what is known filled in; `element` renders it.
 * Once a payment is added, `recu`, among the screen's banners, offers its receipt until it is closed.
 */
export function usePaiementDialog(
  banners: BannersState,
  work: WorkState,
): { open: (known?: PaiementConnu) => void; element: ReactNode; recu: ReactNode } {
  const [known, setKnown] = useState<PaiementConnu | null>(null)
  const [added, setAdded] = useState<PaiementLu | null>(null)
  const edited = known?.paiement !== undefined
  const recu = added && (
    <RecuPret
      paiement={added}
      busy={work.label !== null}
      onPrint={() => void printRecu(work, added.id)}
      onClose={() => setAdded(null)}
    />
  )
  const element = (
    <Suspense>
      {known && (
        <PaiementDialog
          {...known}
          onClose={() => setKnown(null)}
          onSaved={({ message, ...saved }) => {
            banners.success(message)
            setAdded(edited ? null : saved)
          }}
        />
      )}
    </Suspense>
  )
  return { open: (what = {}) => setKnown(what), element, recu }
}
