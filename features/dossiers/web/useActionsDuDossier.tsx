import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ACTIONS, type ActionDuDossier } from '#features/dossiers/web/actionsDuDossier.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { printRemboursement, type RemboursementLu } from '#features/dossiers/web/fins.queries.ts'
import { RemboursementPret } from '#features/dossiers/web/RemboursementPret.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { whileBusy, type WorkState } from '#web/kit/useWork.ts'

export interface ActionsDuDossier {
  /** Those that are offered of it in one place. */
  of: (place: ActionDuDossier['place']) => readonly ActionDuDossier[]
  begin: (action: ActionDuDossier) => void
  /** The same as buttons. */
  buttons: (place: ActionDuDossier['place']) => ReactNode
  /** The dialog that is open. */
  element: ReactNode
  /** Among the banners: the receipt of a refund just recorded. */
  suite: ReactNode
}

/** What may be done with a dossier by whoever looks at it, and the dialog of what is being done. */
export function useActionsDuDossier(
  dossier: DossierLu,
  banners: BannersState,
  work: WorkState,
): ActionsDuDossier {
  const [opened, setOpened] = useOpened<{ id: string }>('dossier')
  const [rendu, setRendu] = useState<{ dit: string; remboursement: RemboursementLu } | null>(null)
  const peut = usePeut()
  const offered = ACTIONS.filter(({ call, when }) => peut(call) && when(dossier))
  const of = (place: ActionDuDossier['place']) => offered.filter((action) => action.place === place)
  const begin = ({ id, print }: ActionDuDossier) => {
    if (print) void print(work, dossier)
    else setOpened({ id })
  }
  // What was open stays so while its own change takes it out of what is offered.
  const Dialog = ACTIONS.find(({ id }) => id === opened?.id)?.Dialog
  return {
    of,
    begin,
    buttons: (place) =>
      of(place).map((action) => (
        <Button
          key={action.id}
          variant="default"
          size={place === 'entete' ? 'md' : 'sm'}
          leftSection={<action.icon size={18} stroke={1.6} />}
          {...(action.danger && { color: 'var(--diyar-red)' })}
          {...(action.print && whileBusy(work.label !== null))}
          onClick={() => begin(action)}
        >
          {action.label}
        </Button>
      )),
    element: Dialog && (
      <Dialog
        dossier={dossier}
        onClose={() => setOpened(null)}
        onSaved={(message, nouveau) => {
          setRendu(nouveau ? { dit: message, remboursement: nouveau } : null)
          if (nouveau) banners.clear()
          else banners.success(message)
        }}
      />
    ),
    // One that was deleted has no receipt any more.
    suite: rendu && dossier.remboursements.some(({ id }) => id === rendu.remboursement.id) && (
      <RemboursementPret
        key={rendu.remboursement.id}
        remboursement={rendu.remboursement}
        dit={rendu.dit}
        busy={work.label !== null}
        onPrint={() => void printRemboursement(work, rendu.remboursement)}
        onClose={() => setRendu(null)}
      />
    ),
  }
}
