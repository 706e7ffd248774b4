import { IconEye, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { printBordereau } from '#features/cheques/web/cheques.impressions.ts'
import { chequesQueries, useDeleteRemise, type RemiseLue } from '#features/cheques/web/cheques.queries.ts'
import { formatCompteBancaire } from '#features/cheques/web/cheques.texts.ts'
import { Lignes, type Colonne } from '#web/kit/Lignes.tsx'
import { PeriodeFields } from '#web/kit/PeriodeFields.tsx'
import { RemiseBar } from '#features/cheques/web/RemiseBar.tsx'
import type { OngletProps } from '#features/cheques/web/onglets.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import type { BannersState } from '#web/kit/useBanners.ts'
import { useDeletion } from '#web/kit/useDeletion.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import type { WorkState } from '#web/kit/useWork.ts'

const COLUMNS: readonly Colonne<RemiseLue>[] = [
  { title: 'N°', court: true, cell: ({ numero }) => numero },
  { title: 'Date', court: true, cell: ({ jour }) => jour && formatJourCourt(jour) },
  { title: 'Compte', cell: ({ compte }) => <span data-nom>{formatCompteBancaire(compte)}</span> },
  { title: 'Chèques', figure: true, cell: ({ nombre }) => nombre },
  { title: 'Montant', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
  { title: 'Suivi', cell: (remise) => <RemiseBar remise={remise} /> },
]

interface RemisesTabProps extends OngletProps {
  banners: BannersState
  work: WorkState
  onOpen: (remise: RemiseLue) => void
  onDeleted: (id: number) => void
}

/** What was brought to the bank, the latest first. */
export function RemisesTab({ state, setState, banners, work, onOpen, onDeleted }: RemisesTabProps) {
  const { page, du, au } = state
  const query = useQuery(chequesQueries.remises({ page, du, au }))
  const peut = usePeut()
  const deletion = useDeleteRemise()
  const confirmDeletion = useDeletion(banners.success, (message) => banners.error(message, null))
  const askDelete = ({ id, numero }: RemiseLue) =>
    confirmDeletion({
      title: 'Supprimer la remise',
      body: `Êtes-vous sûr de vouloir supprimer la remise N° ${numero} ? Ses chèques seront de nouveau à remettre. Son numéro ne resservira pas.`,
      fallback: 'Erreur lors de la suppression.',
      action: async () => {
        const deleted = await deletion.mutateAsync(id)
        onDeleted(id)
        return deleted
      },
    })
  return (
    <>
      <PeriodeFields
        du={du}
        au={au}
        onChange={setState}
        onReset={() => setState({ du: '', au: '' })}
        set={[du, au].filter(Boolean).length}
      />
      <Results
        query={query}
        loading="Chargement des remises..."
        error="Erreur lors du chargement des chèques."
        cards={3}
        wide
      >
        {({ data, last_page, total }) =>
          total === 0 ? (
            <EmptyState>{du || au ? 'Aucune remise sur cette période.' : 'Aucune remise.'}</EmptyState>
          ) : (
            <>
              <Lignes
                label="Remises"
                rows={data}
                rowKey={({ id }) => id}
                columns={COLUMNS}
                renderActions={(remise) => (
                  <>
                    <IconAction
                      compact
                      icon={IconPrinter}
                      label={`Bordereau de la remise ${remise.numero}`}
                      busy={work.label !== null}
                      onClick={() => void printBordereau(work, remise)}
                    />
                    <IconAction
                      compact
                      icon={IconEye}
                      label={`Voir la remise ${remise.numero}`}
                      onClick={() => onOpen(remise)}
                    />
                    {peut(chequesEndpoints.deleteRemise) && (
                      <IconAction
                        compact
                        danger
                        icon={IconTrash}
                        label={`Supprimer la remise ${remise.numero}`}
                        onClick={() => void askDelete(remise)}
                      />
                    )}
                  </>
                )}
              />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={(next) => setState({ page: next })}
                count={formatCompte(total, 'remise')}
              />
            </>
          )
        }
      </Results>
    </>
  )
}
