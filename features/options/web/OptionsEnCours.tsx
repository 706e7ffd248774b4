import { IconCalendarPlus, IconLockOpen, IconUserPlus } from '@tabler/icons-react'
import { ListeDOptions, type OptionsProps } from '#features/options/web/ListeDOptions.tsx'
import type { OptionLue } from '#features/options/web/options.queries.ts'
import { describeReste } from '#features/options/web/options.words.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { ActesDeLigne, Colonne } from '#web/kit/table/Tableau.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

const LibererOption = lazyDialog(() => import('#features/options/web/LibererOption.tsx'), 'LibererOption')
const ProlongerOption = lazyDialog(
  () => import('#features/options/web/ProlongerOption.tsx'),
  'ProlongerOption',
)
const VendreLeBien = lazyDialog(() => import('#features/biens/web/VendreLeBien.tsx'), 'VendreLeBien')

/** From this number of days left, the remaining time is marked. */
const BIENTOT = 2

const COLUMNS: readonly Colonne<OptionLue>[] = [
  {
    title: "Jusqu'au",
    genre: 'jour',
    min: 110,
    phone: 'combien',
    phoneUnder: 'etat',
    cell: ({ expire_le }) => formatJourCourt(expire_le),
    under: ({ jours_restants: jours }) =>
      jours > BIENTOT ? (
        describeReste(jours)
      ) : (
        <StatusBadge tone="yellow">{describeReste(jours)}</StatusBadge>
      ),
  },
]

interface Opened {
  acte: 'prolonger' | 'liberer' | 'vendre'
  option: OptionLue
}

export function OptionsEnCours(options: OptionsProps) {
  const [opened, setOpened] = useOpened<Opened>('option')
  const banners = useBanners()
  const { suite, offer } = useSuiteDeLaVente(banners)
  const peut = usePeut()
  const dialog = { onClose: () => setOpened(null), onSaved: banners.success }
  return (
    <>
      <Banners banners={banners}>{suite}</Banners>
      <ListeDOptions
        options={options}
        etat="en_cours"
        label="Options en cours"
        columns={COLUMNS}
        actes={
          peut({ access: 'ventes' })
            ? (option) => actesOf(option, (acte) => setOpened({ acte, option }))
            : undefined
        }
        none={
          <EmptyState
            hint={peut({ access: 'ventes' }) && "Posez une option depuis la carte d'un bien libre."}
          >
            Aucune option en cours.
          </EmptyState>
        }
      />
      {opened?.acte === 'prolonger' && <ProlongerOption option={opened.option} {...dialog} />}
      {opened?.acte === 'liberer' && <LibererOption option={opened.option} {...dialog} />}
      {opened?.acte === 'vendre' && (
        <VendreLeBien
          bien={opened.option.bien}
          option={opened.option}
          {...dialog}
          onSaved={(message, vente) => offer(vente, message)}
        />
      )}
    </>
  )
}

function actesOf({ bien }: OptionLue, onAct: (acte: Opened['acte']) => void): ActesDeLigne {
  return {
    nom: bien.designation,
    bouton: {
      mot: 'Vendre',
      label: `Vendre : ${bien.designation}`,
      icon: IconUserPlus,
      onClick: () => onAct('vendre'),
    },
    actes: [],
    autres: [
      {
        label: `Prolonger : ${bien.designation}`,
        icon: IconCalendarPlus,
        onClick: () => onAct('prolonger'),
      },
    ],
    fins: [{ label: `Libérer : ${bien.designation}`, icon: IconLockOpen, onClick: () => onAct('liberer') }],
  }
}
