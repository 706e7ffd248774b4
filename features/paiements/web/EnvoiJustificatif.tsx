import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useJoindreJustificatif, useRetirerJustificatif } from '#features/paiements/web/paiements.queries.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'
import type { FileState } from '#web/kit/file/FileField.tsx'

/** A change of a saved payment's proof: `file` replaces the former proof, null removes it. */
export interface Envoi {
  id: number
  recu: string
  file: File | null
}

export interface EnvoiEchoue extends Envoi {
  raison: string
}

const INTERROMPU = "L'envoi a été interrompu."
const SANS_REPONSE = 'Le serveur ne répond pas.'

/** The change of proof that a form asks for; null when the proof stays. */
export const toEnvoi = (
  { id, recu }: { id: number; recu: string },
  { file, removed }: Pick<FileState, 'file' | 'removed'>,
): Envoi | null => (file || removed ? { id, recu, file } : null)

/** Sends the proof of a saved payment. `send` resolves to the change that failed, or null; the button of `element` stops the upload. */
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

export function JustificatifEchoue({ echec, onEchec, onDone, onClose }: JustificatifEchoueProps) {
  const { send } = useEnvoi()
  const [busy, setBusy] = useState(false)
  // After the banner is closed, the end of a running upload changes nothing any more.
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
