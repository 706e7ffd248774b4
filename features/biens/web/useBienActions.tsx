import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BIENS, LOTS } from '#features/biens/biens.kinds.ts'
import type { LotVendable } from '#features/biens/web/lots.ts'
import { paiementsQueries } from '#features/paiements/web/paiements.queries.ts'
import { fromDecimal, formatMontant } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'
import { formatCompte } from '#shared/texte.ts'
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

/** What taking the client away does to his payments: a local's go for good, an appartement's stay as its history (Q128, Q129). */
export function RetraitDuLot({ lot }: { lot: LotVendable }) {
  const { data } = useQuery(paiementsQueries.solde(lot))
  const versements = (data?.lignes ?? lot.paiements).map(({ versement }) => fromDecimal(versement))
  const somme = formatMontant(versements.reduce((total, versement) => total + versement, 0))
  const combien = `${formatCompte(versements.length, 'versement')} pour ${somme}`
  const { Le, du } = LOTS[lot.type]
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir retirer le client <bdi>{lot.client?.nomComplet}</bdi> {du}{' '}
        <bdi>{lot.numero}</bdi> ?
      </p>
      <p>
        {versements.length === 0
          ? 'Aucun versement n’est enregistré pour cette vente.'
          : lot.type === 'local'
            ? `Cette action est définitive : elle supprime ${combien}.`
            : `L’historique de l’appartement garde ${combien}.`}{' '}
        {Le} redevient disponible.
      </p>
    </>
  )
}

export function SuppressionDuLot({ lot, plan }: { lot: LotVendable; plan: boolean }) {
  return (
    <>
      <p>
        Êtes-vous sûr de vouloir supprimer {LOTS[lot.type].le} <bdi>{lot.numero}</bdi> ? Cette action est
        définitive.
      </p>
      {lot.client ? (
        <p>
          Le client <bdi>{lot.client.nomComplet}</bdi> y est rattaché : tant qu’il n’est pas retiré, la
          suppression sera refusée.
        </p>
      ) : (
        plan && <p>Son plan PDF sera supprimé avec lui.</p>
      )}
    </>
  )
}
