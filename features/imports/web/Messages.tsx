import { useQuery } from '@tanstack/react-query'
import { GRAVITES, formatGardes, GRAVITES_DITES } from '#features/imports/imports.words.ts'
import {
  type Adresse,
  type SetAdresse,
  importsQueries,
  toGravite,
  type ImportLu,
  type MessageLu,
} from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatNombre } from '#shared/argent.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Lignes, type Colonne } from '#web/kit/table/Lignes.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

const TONES = { erreur: 'red', avertissement: 'yellow', modification: 'blue' } as const

const COLONNES: readonly Colonne<MessageLu>[] = [
  { title: 'Feuille', cell: ({ feuille }) => <span data-nom>{feuille || '—'}</span> },
  { title: 'Ligne', figure: true, cell: ({ ligne }) => (ligne > 0 ? formatNombre(ligne) : '—') },
  {
    title: 'Colonne',
    cell: ({ colonne, cellule }) => (
      <>
        <span data-nom>{colonne ?? '—'}</span>
        {cellule !== null && <span className="dim small nowrap"> {cellule}</span>}
      </>
    ),
  },
  {
    title: 'Message',
    cell: ({ gravite, texte }) => (
      <span className={styles.message}>
        <StatusBadge tone={TONES[gravite]}>{GRAVITES_DITES[gravite].un}</StatusBadge>
        <span data-nom>{texte}</span>
      </span>
    ),
  },
]

const CHOIX_GRAVITE = [
  { value: '', label: 'Toutes' },
  ...GRAVITES.map((gravite) => ({ value: gravite, label: GRAVITES_DITES[gravite].des })),
]

interface MessagesProps {
  lu: ImportLu
  state: Adresse
  setState: SetAdresse
}

/** Messages of an import, filtered by sheet and gravity, fifty to a page. */
export function Messages({ lu, state, setState }: MessagesProps) {
  const { feuille, gravite, messages: page } = state
  const query = useQuery(importsQueries.messages(lu.id, { feuille, gravite }, page))
  const gardes = formatGardes(lu)
  const narrow = (patch: Partial<Adresse>) =>
    setState({ import: lu.id, page: state.page, messages: 1, ...patch }, { replace: true })
  return (
    <section className="shrinks" aria-label="Messages">
      <search className={`wrap gap-12 ${styles.filtres}`}>
        <SelectField
          label="Feuille"
          className={styles.filtre}
          data={[
            { value: '', label: 'Toutes' },
            ...lu.feuilles.map(({ feuille: nom }) => ({ value: nom, label: nom })),
          ]}
          value={feuille}
          onChange={(next) => narrow({ feuille: next ?? '' })}
        />
        <SelectField
          label="Gravité"
          className={styles.filtre}
          data={CHOIX_GRAVITE}
          value={toGravite(gravite) ?? ''}
          onChange={(next) => narrow({ gravite: next ?? '' })}
        />
        {gardes !== null && <p className="dim flat">{gardes}</p>}
      </search>
      <Results
        query={query}
        loading="Chargement des messages..."
        error="Erreur lors du chargement des messages."
        cards={0}
      >
        {({ data, last_page }) =>
          data.length === 0 && page <= last_page ? (
            <EmptyState>Aucun message avec ces critères.</EmptyState>
          ) : (
            <>
              <Lignes
                label="Messages de l'import"
                rows={data.map((message, rang) => ({ ...message, rang }))}
                rowKey={({ rang }) => rang}
                columns={COLONNES}
              />
              {(last_page > 1 || page > 1) && (
                <Pager
                  page={page}
                  lastPage={last_page}
                  label="Pages des messages"
                  onChange={({ page: next }) => narrow({ messages: next })}
                />
              )}
            </>
          )
        }
      </Results>
    </section>
  )
}
