import type { ReactNode } from 'react'
import { BIENS } from '#features/biens/biens.kinds.ts'
import type { TypeBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'

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
