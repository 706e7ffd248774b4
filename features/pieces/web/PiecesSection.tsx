import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { PIECES_MAX, PORTEES, type Portee } from '#features/parametres/administration.sections.ts'
import { sections } from '#features/parametres/parametres.sections.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/SectionForm.tsx'
import styles from '#features/pieces/web/piecesSection.module.css'
import { IconAction } from '#web/kit/IconAction.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'

/** A type as the form has it; one without a code is new. */
interface TypeSaisi {
  cle: number
  code: string | null
  libelle: string
  portee: Portee
  obligatoire: boolean
}
interface Saisie extends Record<string, unknown> {
  types: TypeSaisi[]
}

const CONCERNE = [
  { value: 'client', label: 'Le client' },
  { value: 'vente', label: 'La vente' },
]

interface PiecesSectionProps {
  lue: SectionLue
  onSaved: (message: string) => void
}

/** The types of pieces that the files of clients and sales are made of, and which of them are required. */
export function PiecesSection({ lue, onSaved }: PiecesSectionProps) {
  return (
    <SectionForm<Saisie>
      nom="pieces"
      titre="Pièces du dossier"
      schema={sections.pieces.schema}
      lue={lue}
      toSaisie={(valeur) => ({ types: toTypes(valeur) })}
      onSaved={onSaved}
    >
      {(form) => <Types form={form} />}
    </SectionForm>
  )
}

let last = 0

/** The types out of what came. */
function toTypes({ types }: Record<string, unknown>): TypeSaisi[] {
  const all: unknown[] = Array.isArray(types) ? types : []
  return all.map((type) => {
    const { code, libelle, portee, obligatoire } = Object(type) as Record<string, unknown>
    return {
      cle: ++last,
      code: typeof code === 'string' ? code : null,
      libelle: typeof libelle === 'string' ? libelle : '',
      portee: PORTEES.find((one) => one === portee) ?? 'client',
      obligatoire: obligatoire === true,
    }
  })
}

function Types({ form }: { form: UseFormReturnType<Saisie> }) {
  const { types } = form.values
  const list = useRef<HTMLUListElement>(null)
  const told = form.errors['types']
  const full = types.length >= PIECES_MAX
  function change(next: TypeSaisi[]) {
    form.clearErrors()
    form.setFieldValue('types', next)
  }
  const goTo = (rang: number) => list.current?.querySelectorAll<HTMLElement>('[data-libelle]')[rang]?.focus()
  function add() {
    if (full) return
    const type: TypeSaisi = { cle: ++last, code: null, libelle: '', portee: 'client', obligatoire: false }
    flushSync(() => change([...types, type]))
    goTo(types.length)
  }
  return (
    <>
      <div className={styles.titres} aria-hidden>
        <span>Libellé</span>
        <span>Concerne</span>
      </div>
      {types.length === 0 && <p className={section.note}>Aucun type de pièce.</p>}
      <ul ref={list} className={styles.types} aria-label="Types de pièces">
        {types.map((type, rang) => {
          const patch = (with_: Partial<TypeSaisi>) => change(types.with(rang, { ...type, ...with_ }))
          const nom = type.libelle || `type ${rang + 1}`
          return (
            <li key={type.cle}>
              <TextInput
                data-libelle
                aria-label={`Libellé du type ${rang + 1}`}
                required
                maxLength={100}
                autoComplete="off"
                value={type.libelle}
                error={form.errors[`types.${rang}.libelle`]}
                onChange={({ currentTarget }) => patch({ libelle: currentTarget.value })}
              />
              <SelectField
                aria-label={`Ce que concerne ${nom}`}
                data={CONCERNE}
                value={type.portee}
                error={form.errors[`types.${rang}.portee`]}
                onChange={(value) => {
                  const portee = PORTEES.find((one) => one === value)
                  if (portee) patch({ portee })
                }}
              />
              <Checkbox
                className={styles.case}
                label="Obligatoire"
                aria-label={`${nom} : obligatoire`}
                checked={type.obligatoire}
                onChange={({ currentTarget }) => patch({ obligatoire: currentTarget.checked })}
              />
              <IconAction
                icon={IconTrash}
                danger
                label={`Supprimer ${nom}`}
                onClick={() => {
                  flushSync(() => change(types.filter(({ cle }) => cle !== type.cle)))
                  goTo(Math.min(rang, types.length - 2))
                }}
              />
            </li>
          )
        })}
      </ul>
      <p className={section.error} role="status">
        {told}
      </p>
      <Button
        className={section.add}
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={18} stroke={1.6} />}
        disabled={full}
        onClick={add}
      >
        Ajouter un type
      </Button>
      {full && <p className={section.note}>{PIECES_MAX} types de pièces au plus.</p>}
    </>
  )
}
