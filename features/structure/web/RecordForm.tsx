import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode, type Ref, type RefObject } from 'react'
import { useChange } from '#web/kit/call/useChange.ts'
import type { DialogSize } from '#web/kit/dialog/Dialog.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import type { FileState } from '#web/kit/file/FileField.tsx'
import { JustAdded, useAnother } from '#web/kit/form/adding.tsx'
import { useRecord } from '#web/kit/form/form.ts'

interface Enregistre {
  id: number
  version: number
}

/** Words of a form; `nom` stands before the name of the record that was just added. */
interface Mots<T> {
  nom: string
  feminine?: boolean
  ajouter: string
  modifier: string | ((record: T) => string)
  /** Sentences of a failure without a message. */
  creation: string
  changement: string
}

/** Sentences of most forms for a failure without a message (D2 §8, D3 §8). */
export const ECHECS = {
  creation: 'Erreur lors de la création. Vérifiez que tous les champs sont valides.',
  changement: 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.',
}

interface Reponse {
  message: string
  numero_suivant?: string
}

export interface RecordFormProps<V extends Record<string, unknown>, T extends Enregistre> {
  mots: Mots<T>
  form: UseFormReturnType<V>
  /** The record as listed; absent for a new one. */
  listed?: T | undefined
  read: (id: number, client: QueryClient) => Promise<T>
  toSaisie: (record: T) => V
  /** Fields that « Recharger » keeps or refreshes as one. */
  together?: readonly (keyof V & string)[]
  onFresh?: (fresh: T) => void
  save: (values: V, record: T | undefined, idempotencyKey: string) => Promise<T & Reponse>
  /** For « Enregistrer et ajouter un autre »: the name of the record that was saved, and the fields that the next one does not take over. */
  suivant?: ((values: V, saved: Reponse | undefined) => { nom: string; fields: Partial<V> }) | undefined
  plan?: FileState
  size?: DialogSize
  onClose: () => void
  onSaved: (message: string) => void
  /** Gets the record that was added or changed. */
  onRecord?: ((saved: T, message: string) => void) | undefined
  onAdded?: ((added: T) => void) | undefined
  /** `first` takes the focus after « Enregistrer et ajouter un autre ». */
  children: (first: RefObject<HTMLInputElement | null>, record: T | undefined) => ReactNode
}

/** Form of a new or changed record of the structure or of a bien (D2 §5, D3 §5). */
export function RecordForm<V extends Record<string, unknown>, T extends Enregistre>(
  props: RecordFormProps<V, T>,
) {
  const { mots, form, listed, save, suivant, plan, size, onClose, onSaved, onRecord, onAdded, children } =
    props
  const { record, onReload } = useRecord(listed, form, props)
  const { idempotencyKey, added, first, next } = useAnother()
  const change = useChange((values: V) => save(values, record, idempotencyKey))
  const last = useRef<Reponse>(undefined)
  return (
    <FormDialog
      title={record ? titleOf(mots.modifier, record) : mots.ajouter}
      specified
      form={form}
      onSubmit={async (values) => {
        const saved = await change.mutateAsync(values)
        last.current = saved
        if (!record) onAdded?.(saved)
        onSaved(saved.message)
        onRecord?.(saved, saved.message)
      }}
      {...(plan && { plan })}
      {...(size && { size })}
      {...(suivant &&
        !record && {
          onAnother: (values: V) => {
            const { nom, fields } = suivant(values, last.current)
            plan?.choose(null)
            form.setValues(fields)
            next(nom)
          },
        })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={record ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={record ? mots.changement : mots.creation}
    >
      <JustAdded what={mots.nom} name={added} feminine={mots.feminine ?? false} />
      {children(first, record)}
    </FormDialog>
  )
}

const titleOf = <T,>(modifier: Mots<T>['modifier'], record: T) =>
  typeof modifier === 'string' ? modifier : modifier(record)

interface NomFieldProps<V extends Record<string, unknown>> extends Omit<TextInputProps, 'form'> {
  form: UseFormReturnType<V>
  field: keyof V & string
  ref?: Ref<HTMLInputElement>
}

/** Field of a name or number that papers print. */
export function NomField<V extends Record<string, unknown>>({ form, field, ...rest }: NomFieldProps<V>) {
  return (
    <TextInput
      required
      autoComplete="off"
      maxLength={255}
      {...rest}
      {...withPrintHint(form.getInputProps(field))}
    />
  )
}
