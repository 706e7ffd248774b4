import { IconCalendarPlus, IconLockOpen, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import styles from '#features/options/web/options.module.css'
import { optionsQueries, type OptionLue } from '#features/options/web/options.queries.ts'
import { direReste } from '#features/options/web/options.texts.ts'
import { useVendre } from '#features/options/web/vendre.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ClientLink } from '#web/kit/EntityLinks.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'

const LibererOption = lazyDialog(() => import('#features/options/web/LibererOption.tsx'), 'LibererOption')
const ProlongerOption = lazyDialog(
  () => import('#features/options/web/ProlongerOption.tsx'),
  'ProlongerOption',
)

/** So few days are left that somebody should call. */
const BIENTOT = 2

const COLUMNS: readonly Colonne<OptionLue>[] = [
  {
    title: 'Bien',
    cell: ({ bien }) => (
      <>
        {bien.designation}
        <span className={styles.under} data-nom>
          {[bien.lieu, bien.residence].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  {
    title: 'Titulaire',
    cell: ({ nom, client_id, note }) => (
      <>
        <span data-nom>{client_id === null ? nom : <ClientLink id={client_id} nomComplet={nom} />}</span>
        {note !== null && (
          <span className={styles.under} data-nom>
            {note}
          </span>
        )}
      </>
    ),
  },
  { title: 'Téléphone', court: true, cell: ({ tel }) => <PhoneLink tel={tel ?? ''} /> },
  { title: "Jusqu'au", court: true, cell: ({ expire_le }) => formatJourCourt(expire_le) },
  {
    title: 'Reste',
    court: true,
    cell: ({ jours_restants: jours }) =>
      jours > BIENTOT ? direReste(jours) : <StatusBadge tone="yellow">{direReste(jours)}</StatusBadge>,
  },
]

interface OptionsEnCoursProps {
  search: string
  residence_id: number | undefined
  bloc_id: number | undefined
  page: number
  onPage: (page: number) => void
}

interface Opened {
  acte: 'prolonger' | 'liberer' | 'vendre'
  option: OptionLue
}

/** The options that hold a bien, by their last day: to prolong, to release, to sell under. */
export function OptionsEnCours({ page, onPage, ...filtres }: OptionsEnCoursProps) {
  const query = useQuery(optionsQueries.enCours({ ...filtres, page }))
  const [opened, setOpened] = useOpened<Opened>('option')
  const banners = useBanners()
  const renderVendre = useVendre()
  const filtered = filtres.search !== '' || Boolean(filtres.residence_id) || Boolean(filtres.bloc_id)
  const dialog = { onClose: () => setOpened(null), onSaved: banners.success }
  return (
    <>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement des options..."
        error="Erreur lors du chargement des options."
        cards={3}
        wide
      >
        {({ data, last_page, total }) =>
          total === 0 ? (
            <Aucune filtered={filtered} />
          ) : (
            <>
              <Lignes
                label="Options en cours"
                rows={data}
                rowKey={({ id }) => id}
                columns={COLUMNS}
                renderActions={(option) => (
                  <Actions option={option} onAct={(acte) => setOpened({ acte, option })} />
                )}
              />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={onPage}
                count={formatCompte(total, 'option')}
              />
            </>
          )
        }
      </Results>
      {opened?.acte === 'prolonger' && <ProlongerOption option={opened.option} {...dialog} />}
      {opened?.acte === 'liberer' && <LibererOption option={opened.option} {...dialog} />}
      {opened?.acte === 'vendre' &&
        renderVendre({ bien: opened.option.bien, option: opened.option, ...dialog })}
    </>
  )
}

interface ActionsProps {
  option: OptionLue
  onAct: (acte: Opened['acte']) => void
}

function Actions({ option: { bien }, onAct }: ActionsProps) {
  const peut = usePeut()
  if (!peut({ access: 'ventes' })) return null
  return (
    <>
      <IconAction
        compact
        icon={IconCalendarPlus}
        label={`Prolonger : ${bien.designation}`}
        onClick={() => onAct('prolonger')}
      />
      <IconAction
        compact
        icon={IconLockOpen}
        label={`Libérer : ${bien.designation}`}
        onClick={() => onAct('liberer')}
      />
      <IconAction
        compact
        icon={IconUserPlus}
        label={`Vendre : ${bien.designation}`}
        onClick={() => onAct('vendre')}
      />
    </>
  )
}

function Aucune({ filtered }: { filtered: boolean }) {
  const peut = usePeut()
  if (filtered) return <EmptyState>Aucun dossier trouvé avec ces critères.</EmptyState>
  return (
    <EmptyState hint={peut({ access: 'ventes' }) && "Posez une option depuis la carte d'un bien libre."}>
      Aucune option en cours.
    </EmptyState>
  )
}
