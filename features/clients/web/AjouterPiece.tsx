import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { pieceInput } from '#features/clients/fiches.contract.ts'
import { useAddPiece, type ListeDesPieces, type Porteur } from '#features/clients/web/pieces.queries.ts'
import styles from '#features/clients/web/pieces.module.css'
import { communesErreurs } from '#shared/erreurs.ts'
import { FileField, useFile, useDrop } from '#web/kit/file/FileField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { refusalInsidePiece, refusalOfPiece } from '#web/kit/file/fileChecks.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface Saisie extends Record<string, unknown> {
  client_id: number | null
  vente_id: number | null
  type: string
  note: string
}

interface AjouterPieceProps {
  porteur: Porteur
  liste: ListeDesPieces
  onClose: () => void
  onSaved: (message: string) => void
}

export function AjouterPiece({ porteur, liste, onClose, onSaved }: AjouterPieceProps) {
  const form = useContractForm<Saisie>(pieceInput, {
    client_id: porteur.client ?? null,
    vente_id: porteur.vente ?? null,
    type: proposed(liste),
    note: '',
  })
  const fichier = useFile()
  const ajouter = useAddPiece()
  const idempotencyKey = useIdempotencyKey()
  const envoi = useRef<AbortController>(undefined)
  const [part, setPart] = useState<number | null>(null)
  useEffect(() => () => envoi.current?.abort(), [])
  function drop(file: File) {
    const why = refusalOfPiece(file)
    fichier.choose(file, why)
    form.clearFieldError('fichier')
    if (why === null)
      void refusalInsidePiece(file).then((inside) => inside !== null && fichier.choose(file, inside))
  }
  async function send({ type, note }: Saisie) {
    const { file } = fichier
    if (!file) {
      form.setFieldError('fichier', communesErreurs.fichierManquant.message)
      return false
    }
    const controller = new AbortController()
    envoi.current = controller
    setPart(0)
    try {
      const { message } = await ajouter.mutateAsync({
        porteur,
        type,
        note,
        file,
        idempotencyKey,
        signal: controller.signal,
        onProgress: setPart,
      })
      onSaved(message)
      return true
    } catch (error) {
      if (controller.signal.aborted) return false
      throw error
    } finally {
      setPart(null)
    }
  }
  return (
    <FormDialog<Saisie>
      title="Ajouter une pièce"
      form={form}
      onSubmit={send}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Envoi..."
      fallback="Erreur lors de l'ajout de la pièce."
      plan={fichier}
    >
      <Depot onFile={drop}>
        <SelectField
          label="Type"
          withAsterisk
          required
          placeholder="Choisir un type de pièce"
          data={liste.types.map(({ code, libelle }) => ({ value: code, label: libelle }))}
          value={form.values.type || null}
          error={form.errors['type']}
          onChange={(type) => {
            form.setFieldValue('type', type ?? '')
            form.clearFieldError('type')
          }}
        />
        <FileField
          label="Fichier"
          kind="piece"
          required
          state={{
            ...fichier,
            choose(file, why) {
              form.clearFieldError('fichier')
              fichier.choose(file, why)
            },
          }}
          placeholder="Choisir un PDF ou une photo, ou le déposer ici"
          descriptions={{ none: DESCRIPTION, existing: DESCRIPTION, removed: DESCRIPTION }}
          quoi="le fichier"
          error={form.errors['fichier']}
        />
        <TextInput label="Note" maxLength={255} autoComplete="off" {...form.getInputProps('note')} />
        {part !== null && (
          <div className="row gap-8-12">
            <div
              className={`track ${styles.piste}`}
              role="progressbar"
              aria-label="Envoi de la pièce"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(part * 100)}
            >
              <div style={{ width: `${Math.round(part * 100)}%` }} />
            </div>
            <span className={`figures right ${styles.pourcent}`}>{Math.round(part * 100)} %</span>
            <Button variant="default" size="sm" onClick={() => envoi.current?.abort()}>
              Arrêter l'envoi
            </Button>
          </div>
        )}
      </Depot>
    </FormDialog>
  )
}

/** The drop zone is a component of its own, because its element exists only once the dialog is open. */
function Depot({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const { ref, over } = useDrop<HTMLDivElement>(onFile)
  return (
    <div ref={ref} className={`stack gap-14 ${styles.depot}`} data-over={over || undefined}>
      {children}
    </div>
  )
}

const DESCRIPTION = 'PDF, JPEG ou PNG, 10 Mo au plus.'

/** Type selected at first: the first missing type, else the only type. */
function proposed({ types, manquantes }: ListeDesPieces): string {
  const missing = types.find(({ code }) => manquantes.some((one) => one.code === code))
  return missing?.code ?? (types.length === 1 ? (types[0]?.code ?? '') : '')
}
