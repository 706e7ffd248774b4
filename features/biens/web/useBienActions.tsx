import type { ReactNode } from 'react'
import { BIENS } from '#features/biens/biens.kinds.ts'
import type { TypeBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'

interface Options {
  type: TypeBien
  calls: Record<'retirer' | 'supprimer', (id: number) => Promise<{ message: string }>>
  /** A confirmation opens or closes. */
  onAsk?: (asking: boolean) => void
  onDone: (message: string) => void
  /** Tells a failure, the dialog closed; without it the dialog stays and says so. */
  onError?: (message: string) => void
}

/** Taking the client of a bien away and deleting it: asked first, with what will change in numbers, then told. */
export function useBienActions({ type, calls, onAsk, onDone, onError }: Options) {
  const confirm = useConfirm()
  const retirer = useChange(calls.retirer)
  const supprimer = useChange(calls.supprimer)
  const mots = BIENS[type]
  async function ask(
    {
      titre,
      bouton,
      enCours,
      echec,
      danger,
    }: (typeof mots)['retirer' | 'supprimer'] & {
      danger?: boolean
    },
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
      danger: danger ?? true,
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
