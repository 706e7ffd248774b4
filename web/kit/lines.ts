import { LOOKUP_LIMIT, type LookupOption } from '#web/kit/useLookup.ts'
import { normaliser, filterByRecherche } from '#shared/texte.ts'

/** A line of the list under a select. */
export interface Line {
  value: string
  label: string
  disabled?: boolean
}

const MORE: Line = { value: 'more', label: 'Précisez votre recherche…', disabled: true }

export const toLine = ({ id, label }: LookupOption): Line => ({ value: String(id), label })

interface Shown {
  /** What is looked for, '' while nothing is typed. */
  typed: string
  chosen: string | null
  /** There are more than were read. */
  cut: boolean
}

/** The lines to show: the first of those that match, the chosen one among them while nothing is typed, and that there are more. */
export function linesOf(all: readonly Line[], { typed, chosen, cut }: Shown): Line[] {
  // « Nom · téléphone »: each part by itself.
  const found = exactFirst(
    filterByRecherche(all, typed, ({ label }) => label.split(' · ')),
    typed,
  )
  if (found.length <= LOOKUP_LIMIT) return cut && found.length > 0 ? [...found, MORE] : found
  const beyond = typed === '' ? found.slice(LOOKUP_LIMIT).filter(({ value }) => value === chosen) : []
  return [...beyond, ...found.slice(0, LOOKUP_LIMIT), MORE]
}

/** « A1 » means A1, although A10 stands before it. */
function exactFirst(found: readonly Line[], typed: string): Line[] {
  const wanted = normaliser(typed)
  if (wanted === '') return [...found]
  const isMeant = ({ label }: Line) => {
    const folded = normaliser(label)
    return folded.startsWith(wanted) && !/[\p{L}\p{N}]/u.test(folded.charAt(wanted.length))
  }
  return [...found.filter(isMeant), ...found.filter((line) => !isMeant(line))]
}
