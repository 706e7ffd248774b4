import { useQuery } from '@tanstack/react-query'
import { GRAVITES, MESSAGES_MAX } from '#features/imports/imports.codes.ts'
import { GRAVITES_DITES } from '#features/imports/imports.words.ts'
import type { Adresse, SetAdresse } from '#features/imports/web/adresse.ts'
import {
  importsQueries,
  toGravite,
  type ImportLu,
  type MessageLu,
} from '#features/imports/web/imports.queries.ts'
import styles from '#features/imports/web/imports.module.css'
import { formatNombre } from '#shared/argent.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

const TONES = { erreur: 'red', avertissement: 'yellow', modification: 'blue' } as const

const COLONNES: readonly Colonne<MessageLu>[] = [
  { title: 'Feuille', cell: ({ feuille }) => <span data-nom>{feuille || '—'}</span> },
  { title: 'Ligne', figure: true, cell: ({ ligne }) => (ligne > 0 ? formatNombre(ligne) : '—') },
  {
    title: 'Colonne',
    cell: ({ colonne, cellule }) => (
      <>
        <span data-nom>{colonne ?? '—'}</span>
        {cellule !== null && <span className={styles.cellule}> {cellule}</span>}
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
  /** How many there are, kept or not. */
  nombre: number
  state: Adresse
  setState: SetAdresse
}

/** What is said of the lines of a workbook, by sheet and by gravity, fifty at a time. */
export function Messages({ lu, nombre, state, setState }: MessagesProps) {
  const { feuille, gravite, messages: page } = state
  const query = useQuery(importsQueries.messages(lu.id, { feuille, gravite }, page))
  const narrow = (patch: Partial<Adresse>) =>
    setState({ import: lu.id, page: state.page, messages: 1, ...patch }, { replace: true })
  return (
    <section className={styles.messages} aria-label="Messages">
      <search className={styles.filtres}>
        <SelectField
          label="Feuille"
          className={styles.filtre}
          data={[
            { value: '', label: 'Toutes' },
            ...lu.feuilles.map((une) => ({ value: une.feuille, label: une.feuille })),
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
        {nombre > MESSAGES_MAX && (
          <p className={styles.note}>
            {formatNombre(MESSAGES_MAX)} premiers messages sur {formatNombre(nombre)}.
          </p>
        )}
      </search>
      <Results
        query={query}
        loading="Chargement des messages..."
        error="Erreur lors du chargement des messages."
        cards={0}
      >
        {({ data, last_page }) =>
          data.length === 0 ? (
            <EmptyState>Aucun message avec ces critères.</EmptyState>
          ) : (
            <>
              <Lignes
                label="Messages de l'import"
                rows={data.map((message, rang) => ({ ...message, rang }))}
                rowKey={({ rang }) => rang}
                columns={COLONNES}
              />
              {last_page > 1 && (
                <Pager
                  page={page}
                  lastPage={last_page}
                  label="Pages des messages"
                  onChange={(next) => narrow({ messages: next })}
                />
              )}
            </>
          )
        }
      </Results>
    </section>
  )
}
