import { Button, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronRight, IconEye } from '@tabler/icons-react'
import { useId, useState, useRef, type ReactNode } from 'react'
import { texteDe, type SaisieDesDocuments } from '#features/papiers/web/saisieDesDocuments.ts'
import styles from '#features/papiers/web/textes.module.css'
import {
  LANGUES,
  PAPIERS,
  type Langue,
  type TypeDePapier,
  VARIABLES,
  VARIABLES_EN_LETTRES,
} from '#shared/papiers.ts'
import { flushSync } from 'react-dom'
import { modeleDeClauses } from '#features/papiers/papiers.clauses.ts'
import { TEXTES_PROPOSES } from '#features/papiers/papiers.texts.ts'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import { callFile, messageOf } from '#web/kit/call/api.ts'
import { openInNewTab } from '#web/kit/file/files.ts'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

interface TextesDuPapierProps {
  type: TypeDePapier
  form: UseFormReturnType<SaisieDesDocuments>
  enregistre: Record<string, unknown>
}

/** The French and Arabic texts of a paper, folded until opened; a text with an error is always shown. */
export function TextesDuPapier({ type, form, enregistre }: TextesDuPapierProps) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { textes } = form.values
  const own = LANGUES.filter((langue) => textes[type][langue].trim() !== '')
  const wrong = LANGUES.some((langue) => form.errors[`textes.${type}.${langue}`] !== undefined)
  const shown = opened || wrong
  const Chevron = shown ? IconChevronDown : IconChevronRight
  const change = (langue: Langue, texte: string) => {
    form.clearFieldError(`textes.${type}.${langue}`)
    form.setValues(({ textes: all }) => ({
      textes: { ...(all ?? textes), [type]: { ...(all ?? textes)[type], [langue]: texte } },
    }))
  }
  return (
    <div className={styles.papier}>
      <Button
        variant="subtle"
        fullWidth
        justify="flex-start"
        leftSection={<Chevron size={18} stroke={1.6} />}
        rightSection={<span className={`dim small ${styles.note}`}>{describeEtat(own)}</span>}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setOpened(!shown)}
      >
        {PAPIERS[type].libelle}
      </Button>
      <div id={id} hidden={!shown} className={styles.textes}>
        {shown &&
          LANGUES.map((langue) => (
            <TexteDuPapier
              key={langue}
              type={type}
              langue={langue}
              value={textes[type][langue]}
              kept={texteDe(enregistre, type, langue)}
              error={form.errors[`textes.${type}.${langue}`]}
              onChange={(texte) => change(langue, texte)}
            />
          ))}
      </div>
    </div>
  )
}

function describeEtat(own: readonly Langue[]): string {
  if (own.length === 0) return 'Texte proposé'
  if (own.length === LANGUES.length) return 'Votre texte'
  return own[0] === 'fr' ? 'Votre texte en français' : 'Votre texte en arabe'
}

const LABELS: Record<Langue, string> = { fr: 'Texte français', ar: 'Texte arabe' }
const VARIABLES_DE: Record<Langue, readonly string[]> = {
  fr: [...VARIABLES, ...VARIABLES_EN_LETTRES],
  ar: VARIABLES,
}
/** Characters, as in the settings' schema. */
const TEXTE_MAX = 20_000

interface TexteDuPapierProps {
  type: TypeDePapier
  langue: Langue
  /** '' stands for the proposed text. */
  value: string
  kept: string
  error: ReactNode
  onChange: (texte: string) => void
}

/** Field of one text of a paper, with the proposed text as its placeholder. A variable button inserts at the cursor. */
function TexteDuPapier({ type, langue, value, kept, error, onChange }: TexteDuPapierProps) {
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
      className="stack shrinks gap-8"
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
      <div className={`row gap-6 ${styles.variables}`} role="group" aria-label="Insérer une variable">
        {VARIABLES_DE[langue].map((nom) => (
          <Button
            key={nom}
            variant="default"
            size="compact-xs"
            aria-controls={id}
            // The field keeps the focus and its cursor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(nom)}
          >
            {`{${nom}}`}
          </Button>
        ))}
      </div>
      <div className="row gap-6">
        {value === '' && propose !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => write(propose)}>
            Modifier le texte proposé
          </Button>
        )}
        {value === '' && type === 'contrat_reservation' && (
          <Button variant="subtle" size="compact-sm" onClick={() => write(modeleDeClauses(langue))}>
            Partir d'un modèle
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

interface ApercuDuPapierProps {
  type: TypeDePapier
  langue: Langue
  /** The form differs from the saved text; the preview shows the saved text. */
  changed: boolean
}

function ApercuDuPapier({ type, langue, changed }: ApercuDuPapierProps) {
  const said = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function open() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await openInNewTab(() => callFile(documentsEndpoints.exemple, { query: { type, langue } }), {
        titre: 'Aperçu',
        attente: "Préparation de l'aperçu…",
      })
    } catch (error) {
      setFailure(messageOf(error, "Erreur lors de la préparation de l'aperçu."))
    } finally {
      setBusy(false)
    }
  }
  const unsaved = changed ? "L'aperçu montre le texte enregistré." : null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconEye size={16} stroke={1.6} />}
        aria-describedby={said}
        {...whileBusy(busy)}
        onClick={() => void open()}
      >
        Aperçu
      </Button>
      <span id={said} className={`dim small ${styles.note}`}>
        {unsaved}
      </span>
      {failure !== null && (
        <span className="small wrong" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
