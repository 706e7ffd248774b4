import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { PIECES_MAX, PORTEES, type Portee, sections } from '#features/parametres/parametres.sections.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { SectionLue } from '#features/parametres/web/parametres.queries.ts'
import { SectionForm } from '#features/parametres/web/CarteForm.tsx'
import styles from '#features/clients/web/pieces.module.css'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { useRows } from '#web/kit/form/useRows.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

/** Type of piece in the form; a new type has no code. */
interface TypeSaisi {
  cle: string
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

function toTypes({ types }: Record<string, unknown>): TypeSaisi[] {
  const all: unknown[] = Array.isArray(types) ? types : []
  return all.map((type) => {
    const { code, libelle, portee, obligatoire } = Object(type) as Record<string, unknown>
    return {
      cle: randomId(),
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
  const rows = useRows<TypeSaisi>(form, 'types', list)
  return (
    <>
      <div className={`dim small ${styles.titres}`} aria-hidden>
        <span>Libellé *</span>
        <span>Concerne</span>
      </div>
      {types.length === 0 && <p className="dim flat">Aucun type de pièce.</p>}
      <ul ref={list} className={`stack list gap-8 ${styles.types}`} aria-label="Types de pièces">
        {types.map((type, rang) => {
          const patch = (part: Partial<TypeSaisi>) => rows.replace(rang, { ...type, ...part })
          const nom = type.libelle || `type ${rang + 1}`
          return (
            <li key={type.cle}>
              <TextInput
                aria-label={`Libellé du type ${rang + 1} *`}
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
                onClick={() => rows.remove(rang)}
              />
            </li>
          )
        })}
      </ul>
      <p className="small wrong flat" role="status">
        {told}
      </p>
      <Button
        className={section.add}
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={18} stroke={1.6} />}
        disabled={full}
        onClick={() =>
          rows.add({ cle: randomId(), code: null, libelle: '', portee: 'client', obligatoire: false })
        }
      >
        Ajouter un type
      </Button>
      {full && <p className="dim flat">{PIECES_MAX} types de pièces au plus.</p>}
    </>
  )
}
