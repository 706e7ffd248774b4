import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconFileSearch } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useSendClasseur } from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { useDrop, FileField, useFile, type FileState } from '#web/kit/file/FileField.tsx'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { refusalOfPiece } from '#web/kit/file/fileChecks.ts'
import { useActKey } from '#web/kit/form/adding.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

const DESCRIPTION = '.xlsx, 10 Mo au plus.'
const MANQUANT = 'Veuillez choisir un classeur.'

/** A workbook that was sent, with what it was sent as. */
export interface Envoi {
  id: number
  file: File
  modifier: boolean
}

interface NouvelImportProps {
  /** The columns of the lists in the next workbook are asked about again. */
  revoir: boolean
  onSent: (sent: Envoi & { message: string }) => void
}

/** Form that sends a workbook; a file may also be dropped anywhere on the card. */
export function NouvelImport({ revoir, onSent }: NouvelImportProps) {
  const chosen = useFile()
  const [modifier, setModifier] = useState(false)
  const [wrong, setWrong] = useState<{ field?: string; banner?: string }>({})
  const [sending, setSending] = useState<AbortController | null>(null)
  const act = useActKey()
  const envoyer = useSendClasseur()
  const state: FileState = {
    ...chosen,
    choose(file, why) {
      setWrong({})
      chosen.choose(file, why)
    },
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending || state.refused) return
    if (!state.file) return setWrong({ field: MANQUANT })
    setWrong({})
    const controller = new AbortController()
    setSending(controller)
    try {
      const { signal } = controller
      const { file } = state
      const sent = await act(
        (idempotencyKey) => envoyer.mutateAsync({ file, modifier, revoir, signal, idempotencyKey }),
        [file, modifier, revoir],
      )
      state.choose(null)
      onSent({ id: sent.id, message: sent.message, file, modifier })
    } catch (error) {
      if (!controller.signal.aborted) setWrong(sayWhy(error))
    } finally {
      setSending(null)
    }
  }
  const { ref, over } = useDrop<HTMLFormElement>(
    (file) => sending === null && state.choose(file, refusalOfPiece(file)),
  )
  return (
    <form
      ref={ref}
      className={`column card gap-16 ${styles.carte}`}
      data-over={over || undefined}
      aria-labelledby="nouvel-import"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h2 id="nouvel-import" className={`flat anywhere ${styles.titre}`}>
        Nouvel import
      </h2>
      <p className="dim flat">
        Votre propre liste d'acquéreurs convient : Diyar reconnaît ses colonnes. Créez d'abord les lots.
      </p>
      {revoir && <Banner kind="info">Choisissez de nouveau le classeur pour revoir ses colonnes.</Banner>}
      {wrong.banner && <Banner kind="error">{wrong.banner}</Banner>}
      <FileField
        kind="classeur"
        label="Classeur Excel"
        required
        state={state}
        placeholder="Choisir un fichier .xlsx"
        descriptions={{ none: DESCRIPTION, existing: DESCRIPTION, removed: DESCRIPTION }}
        quoi="le classeur"
        error={wrong.field}
      />
      <Checkbox
        label="Modifier aussi ce qui existe déjà"
        description="Seulement pour corriger : une cellule différente remplace ce qui est dans Diyar."
        checked={modifier}
        onChange={({ currentTarget }) => setModifier(currentTarget.checked)}
      />
      <div className="row gap-8">
        <Button
          type="submit"
          {...whileBusy(sending !== null)}
          leftSection={<IconFileSearch size={18} stroke={1.6} />}
        >
          {sending ? 'Envoi...' : 'Vérifier'}
        </Button>
        {sending && (
          <Button variant="default" onClick={() => sending.abort()}>
            Annuler
          </Button>
        )}
      </div>
    </form>
  )
}

function sayWhy(error: unknown): { field?: string; banner?: string } {
  const field = error instanceof ApiError ? error.errors['classeur']?.[0] : undefined
  if (field !== undefined) return { field }
  return { banner: messageOf(error, "Erreur lors de l'envoi du classeur.") }
}
