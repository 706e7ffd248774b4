import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useJoindreJustificatif, useRetirerJustificatif } from '#features/paiements/web/paiements.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { Banner } from '#web/kit/Banner.tsx'
import type { FileState } from '#web/kit/FileField.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

/** What was to be done with the proof of a payment that is saved: a file is joined to it, none takes the one there away. */
export interface Envoi {
  id: number
  recu: string
  file: File | null
}

/** One that failed, and why. */
export interface EnvoiEchoue extends Envoi {
  raison: string
}

const INTERROMPU = "L'envoi a été interrompu."
const SANS_REPONSE = 'Le serveur ne répond pas.'

/** What a form asks of the proof of a payment; null when it stays as it is. */
export const toEnvoi = (
  { id, recu }: { id: number; recu: string },
  { file, removed }: Pick<FileState, 'file' | 'removed'>,
): Envoi | null => (file || removed ? { id, recu, file } : null)

/**
 * Sends the proof of a payment, once that is saved. `send` gives what failed, or null; `element` shows the sending that
 * takes its time, and lets it be given up: the payment stands.
 */
export function useEnvoi(): { send: (envoi: Envoi) => Promise<EnvoiEchoue | null>; element: ReactNode } {
  const joindre = useJoindreJustificatif()
  const retirer = useRetirerJustificatif()
  const [running, setRunning] = useState<AbortController | null>(null)
  async function send(envoi: Envoi): Promise<EnvoiEchoue | null> {
    const { id, file } = envoi
    const controller = new AbortController()
    try {
      if (file) {
        setRunning(controller)
        await joindre.mutateAsync({ id, file, signal: controller.signal })
      } else await retirer.mutateAsync(id)
      return null
    } catch (error) {
      return { ...envoi, raison: controller.signal.aborted ? INTERROMPU : messageOf(error, SANS_REPONSE) }
    } finally {
      setRunning(null)
    }
  }
  const element = running && (
    <Banner
      kind="info"
      action={
        <Button variant="default" size="sm" onClick={() => running.abort()}>
          Ne pas attendre
        </Button>
      }
    >
      Le paiement est enregistré. Envoi du justificatif…
    </Banner>
  )
  return { send, element }
}

interface JustificatifEchoueProps {
  echec: EnvoiEchoue
  onEchec: (echec: EnvoiEchoue) => void
  onDone: () => void
  onClose: () => void
}

/** The payment stands, its proof does not: says so until it is sent again, or closed. */
export function JustificatifEchoue({ echec, onEchec, onDone, onClose }: JustificatifEchoueProps) {
  const { send } = useEnvoi()
  const [busy, setBusy] = useState(false)
  // Closed, or left, while it is sent again: nobody waits for its end any more.
  const there = useRef(true)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  async function again() {
    if (busy) return
    setBusy(true)
    const failed = await send(echec)
    if (!there.current) return
    setBusy(false)
    if (failed) onEchec(failed)
    else onDone()
  }
  return (
    <Banner
      kind="error"
      onClose={onClose}
      action={
        <Button variant="default" size="sm" {...whileBusy(busy)} onClick={() => void again()}>
          {busy ? 'Envoi...' : 'Réessayer'}
        </Button>
      }
    >
      Le paiement est enregistré, mais{' '}
      {echec.file ? 'pas son justificatif' : "son justificatif n'est pas retiré"}&nbsp;: {echec.raison}
    </Banner>
  )
}
