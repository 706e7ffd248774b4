import { LETTRES_MIN } from '#features/journal/journal.lettres.ts'
import { ACTIONS, OBJETS } from '#features/journal/journal.mots.ts'
import type { JournalAsked } from '#features/journal/web/journal.queries.ts'
import styles from '#features/journal/web/journal.module.css'
import { Filters } from '#web/kit/Filters.tsx'
import type { Line } from '#web/kit/lines.ts'
import { joursDe } from '#web/kit/PeriodeFields.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useSearchField } from '#web/kit/useSearchField.ts'

const SEARCH_MS = 300
const VIDE: JournalAsked = { membre: '', objet: '', action: '', du: '', au: '', q: '' }

const linesOf = (mots: Readonly<Record<string, string>>): Line[] =>
  Object.entries(mots)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'fr'))
const LINES = { objets: linesOf(OBJETS), actions: linesOf(ACTIONS) }

interface FiltresProps {
  asked: JournalAsked
  membres: readonly { id: number; name: string }[]
  onChange: (patch: Partial<JournalAsked>, options?: { replace?: boolean }) => void
}

/** Whose acts, on what, which, when, and a name or a number: each of it in the address. */
export function FiltresDuJournal({ asked, membres, onChange }: FiltresProps) {
  const { membre, objet, action, du, au, q } = asked
  const search = useSearchField(
    q,
    // Fewer letters find nothing: what is shown stays until there are more.
    (text) => (text === '' || text.trim().length >= LETTRES_MIN) && onChange({ q: text }, { replace: true }),
    SEARCH_MS,
  )
  const typed = search.text.trim().length
  const quis = membres.map(({ id, name }) => ({ value: String(id), label: name }))
  const select = (
    label: string,
    tous: string,
    key: 'membre' | 'objet' | 'action',
    lines: readonly Line[],
  ) => (
    <SelectField
      key={key}
      aria-label={label}
      data={[
        { value: '', label: tous },
        ...lines,
        // One that an address names and nobody has heard of.
        ...(asked[key] === '' || lines.some(({ value }) => value === asked[key])
          ? []
          : [{ value: asked[key], label: asked[key] }]),
      ]}
      value={asked[key]}
      onChange={(value) => onChange({ [key]: value ?? '' })}
    />
  )
  function reset() {
    search.clear()
    onChange(VIDE)
  }
  return (
    <>
      <Filters set={[membre, objet, action, du, au].filter(Boolean).length} onReset={reset}>
        <SearchField search={search} placeholder="Nom, numéro de lot ou de reçu..." />
        {select('Membre', 'Tous les membres', 'membre', quis)}
        {select('Objet', 'Tous les objets', 'objet', LINES.objets)}
        {select('Action', 'Toutes les actions', 'action', LINES.actions)}
        {joursDe({ du, au, onChange })}
      </Filters>
      {typed > 0 && typed < LETTRES_MIN && (
        <p className={styles.conseil} role="status">
          Tapez au moins {LETTRES_MIN} lettres.
        </p>
      )}
    </>
  )
}
