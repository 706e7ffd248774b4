import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actesErreurs } from '#features/actes/actes.erreurs.ts'
import type { Retrait } from '#features/actes/actes.schema.ts'
import { formatAutres } from '#features/actes/actes.words.ts'
import styles from '#features/actes/web/actes.module.css'
import type { retraitQuery } from '#features/actes/web/retrait.queries.ts'
import { Lien } from '#features/journal/web/LignesDuJournal.tsx'
import { zip } from '#shared/zip.ts'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { Dialog, DialogActions } from '#web/kit/dialog/Dialog.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { LoadingState } from '#web/kit/feedback/Results.tsx'

interface RetraitDialogProps {
  title: string
  submitLabel: string
  fallback: string
  query: ReturnType<typeof retraitQuery>
  /** Says what goes. */
  describe: (retrait: Retrait) => string
  /** Takes the act back; gives the sentence of the answer. */
  action: () => Promise<string>
  onClose: () => void
  onDone: (message: string) => void
}

/** Asks before an act is taken back, by what the server says of it; or says what keeps it from being (entree.md E). */
export function RetraitDialog({
  title,
  submitLabel,
  fallback,
  query,
  describe,
  action,
  onClose,
  onDone,
}: RetraitDialogProps) {
  const [busy, setBusy] = useState(false)
  const [refus, setRefus] = useState<unknown>(null)
  // While the act is taken back, what it would do is not asked again.
  const { data, error } = useQuery({ ...query, enabled: !busy })
  async function run() {
    setBusy(true)
    setRefus(null)
    try {
      onDone(await action())
    } catch (failure) {
      setRefus(failure)
      setBusy(false)
    }
  }
  const empeche = obstaclesOf(refus, data)
  const echec = refus ?? error
  const possible = !empeche && data !== undefined && error === null
  return (
    <Dialog title={title} onClose={onClose} dismissible={!busy} busy={busy}>
      <div className="column gap-12">
        {empeche && <Obstacles {...empeche} />}
        {!empeche && echec !== null && <Banner kind="error">{messageOf(echec, fallback)}</Banner>}
        {!empeche && !data && echec === null && <LoadingState text="Vérification..." cards={0} />}
        {possible && <p className="flat">{describe(data)}</p>}
      </div>
      <DialogActions
        submitLabel={possible ? submitLabel : undefined}
        busyLabel="Retrait..."
        cancelLabel="Fermer"
        busy={busy}
        danger
        onCancel={onClose}
        onSubmit={() => void run()}
      />
    </Dialog>
  )
}

interface Empeche {
  message: string
  obstacles: ApiError['obstacles']
  /** All of them, of which an answer tells the first. */
  nombre: number
}

/** Obstacles to taking an act back: those of its refusal, else those that were read before. */
function obstaclesOf(refus: unknown, retrait: Retrait | undefined): Empeche | null {
  const nombre = retrait?.nombre_obstacles ?? 0
  if (refus instanceof ApiError && refus.obstacles.length > 0)
    return { message: refus.message, obstacles: refus.obstacles, nombre }
  if (!retrait || retrait.peut) return null
  return {
    message: actesErreurs.fichesServies.message({ nombre }),
    obstacles: zip(retrait.obstacles, retrait.liens).map(([phrase, lien]) => ({ phrase, lien })),
    nombre,
  }
}

function Obstacles({ message, obstacles, nombre }: Empeche) {
  const autres = nombre - obstacles.length
  return (
    <>
      <Banner kind="warning">{message}</Banner>
      <ul className={styles.obstacles}>
        {obstacles.map(({ phrase, lien }) => (
          <li key={`${lien} ${phrase}`}>
            {lien === null ? <bdi>{phrase}</bdi> : <Lien lien={lien}>{phrase}</Lien>}
          </li>
        ))}
        {autres > 0 && <li>{formatAutres(autres)}</li>}
      </ul>
    </>
  )
}
