import { Button, Textarea } from '@mantine/core'
import { useId, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { TEXTES_PROPOSES } from '#features/documents/papiers.texts.ts'
import { ApercuDuPapier } from '#features/documents/web/ApercuDuPapier.tsx'
import styles from '#features/documents/web/textes.module.css'
import { PAPIERS, VARIABLES, VARIABLES_EN_LETTRES, type Langue, type TypeDePapier } from '#shared/papiers.ts'

const LABELS: Record<Langue, string> = { fr: 'Texte français', ar: 'Texte arabe' }
const VARIABLES_DE: Record<Langue, readonly string[]> = {
  fr: [...VARIABLES, ...VARIABLES_EN_LETTRES],
  ar: VARIABLES,
}
/** What the settings take of one text. */
const TEXTE_MAX = 20_000

interface TexteDuPapierProps {
  type: TypeDePapier
  langue: Langue
  /** '' is the proposed text. */
  value: string
  /** As it is saved. */
  kept: string
  error: ReactNode
  onChange: (texte: string) => void
}

/** One text of a paper; while it is empty the proposed one stands there in grey. Variables are put where the cursor is. */
export function TexteDuPapier({ type, langue, value, kept, error, onChange }: TexteDuPapierProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const propose = TEXTES_PROPOSES[type][langue]
  const label = LABELS[langue]
  function insert(nom: string) {
    const field = area.current
    if (!field) return
    const { selectionStart, selectionEnd } = field
    const variable = `{${nom}}`
    flushSync(() => onChange(value.slice(0, selectionStart) + variable + value.slice(selectionEnd)))
    const after = selectionStart + variable.length
    field.focus()
    field.setSelectionRange(after, after)
  }
  function write(texte: string) {
    flushSync(() => onChange(texte))
    area.current?.focus()
  }
  return (
    <div
      className={styles.texte}
      role="group"
      aria-label={`${PAPIERS[type].libelle}, ${label.toLowerCase()}`}
    >
      <Textarea
        ref={area}
        id={id}
        label={label}
        dir={langue === 'ar' ? 'rtl' : undefined}
        lang={langue}
        placeholder={propose ?? 'Aucun texte proposé : rédigez les clauses.'}
        autosize
        minRows={3}
        maxRows={24}
        maxLength={TEXTE_MAX}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      <div className={styles.variables} role="group" aria-label="Insérer une variable">
        {VARIABLES_DE[langue].map((nom) => (
          <Button
            key={nom}
            variant="default"
            size="compact-xs"
            aria-controls={id}
            // The cursor stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(nom)}
          >
            {`{${nom}}`}
          </Button>
        ))}
      </div>
      <div className={styles.actions}>
        {value === '' && propose !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => write(propose)}>
            Modifier le texte proposé
          </Button>
        )}
        {value !== '' && (
          <Button variant="subtle" size="compact-sm" onClick={() => write('')}>
            {propose === null ? 'Vider' : 'Revenir au texte proposé'}
          </Button>
        )}
        <ApercuDuPapier type={type} langue={langue} changed={value !== kept} />
      </div>
    </div>
  )
}
