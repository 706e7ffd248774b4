import { IconEraser } from '@tabler/icons-react'
import { effacementDOptionInput, optionsEndpoints } from '#features/options/options.contract.ts'
import { ListeDOptions, type OptionsProps } from '#features/options/web/ListeDOptions.tsx'
import { useEraseTitulaire, type OptionLue } from '#features/options/web/options.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'

const EffacerDonnees = lazyDialog(() => import('#features/clients/web/EffacerDonnees.tsx'), 'EffacerDonnees')

const FINS: Readonly<Record<Exclude<OptionLue['etat'], 'en_cours'>, readonly [Tone, string]>> = {
  expiree: ['yellow', 'Expirée'],
  liberee: ['gray', 'Libérée'],
  vendue: ['blue', 'Vendue'],
}

const COLUMNS: readonly Colonne<OptionLue>[] = [
  {
    title: 'Fin',
    genre: 'texte',
    min: 180,
    phone: 'etat',
    cell: ({ etat, fin_le, expire_le }) => {
      const [tone, mot] = FINS[etat === 'en_cours' ? 'expiree' : etat]
      return (
        <span className="nowrap">
          <StatusBadge tone={tone}>{mot}</StatusBadge> {formatJourCourt(fin_le ?? expire_le)}
        </span>
      )
    },
    under: ({ motif_fin }) => motif_fin,
  },
]

export function OptionsCloses(options: OptionsProps) {
  const [opened, setOpened] = useOpened<OptionLue>('option-close')
  const banners = useBanners()
  const peut = usePeut()
  const effacer = useEraseTitulaire()
  return (
    <>
      <Banners banners={banners} />
      <ListeDOptions
        options={options}
        etat="closes"
        label="Options closes"
        columns={COLUMNS}
        actes={
          peut(optionsEndpoints.erase)
            ? (option) => ({
                nom: option.nom,
                actes: [],
                fins: [
                  option.client_id === null &&
                    !option.effacee && {
                      label: `Effacer les données de ${option.nom}`,
                      icon: IconEraser,
                      onClick: () => setOpened(option),
                    },
                ],
              })
            : undefined
        }
        none={<EmptyState>Aucune option close.</EmptyState>}
      />
      {opened && (
        <EffacerDonnees
          nom={opened.nom}
          input={effacementDOptionInput}
          erase={(said) => effacer.mutateAsync({ id: opened.id, ...said })}
          onClose={() => setOpened(null)}
          onErased={banners.success}
        >
          <p className="flat">
            Son nom, son téléphone, la note et le motif seront effacés de cette option
            {opened.tel === null
              ? ' seulement : sans téléphone, rien ne dit que les autres options à ce nom sont les siennes.'
              : ' et de ses autres options closes, celles au même nom et au même téléphone.'}
          </p>
          <p className="flat">
            Le bien, les jours et qui a posé l'option restent. Les lignes du journal garderont la date et
            l'auteur, sans ses données. Une fiche client à son nom, les sauvegardes et les classeurs importés
            déjà gardés ne changent pas.
          </p>
        </EffacerDonnees>
      )}
    </>
  )
}
