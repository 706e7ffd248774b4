import { blocsEndpoints } from '#features/blocs/blocs.contract.ts'
import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Bloc } from '#features/blocs/blocs.contract.ts'
import { BlocCard } from '#features/blocs/web/BlocCard.tsx'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { useBlocDeletion } from '#features/blocs/web/useBlocDeletion.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { useMissingResidence, useResidenceLieu } from '#features/residences/web/residences.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { ListFilters, ListPage } from '#web/kit/ListPage.tsx'
import { phrasePasEncore } from '#web/kit/pasEncore.ts'
import { useSuite } from '#web/kit/Suite.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useList } from '#web/kit/useList.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { VideIci } from '#web/kit/VideIci.tsx'
import { etagesOf } from '#web/paths.ts'

const BlocForm = lazyDialog(() => import('#features/blocs/web/BlocForm.tsx'), 'BlocForm')
const BlocDetails = lazyDialog(() => import('#features/blocs/web/BlocDetails.tsx'), 'BlocDetails')
const BlocReport = lazyDialog(() => import('#features/blocs/web/BlocReport.tsx'), 'BlocReport')

const OWN = { residence: 0, rapport: 0 }
const NONE: readonly Bloc[] = []
const texts = ({ nomloc, description }: Bloc) => [nomloc, description]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details' | 'stades'; bloc: Bloc }

interface BlocsPageProps {
  /** How far the works of a bloc have come, as a dialog. */
  Stades: ComponentType<{ bloc: Pick<Bloc, 'id' | 'nomloc'>; onClose: () => void }>
}

/** Gestion des Blocs (D2 §2.2). */
export function BlocsPage({ Stades }: BlocsPageProps) {
  const list = useList(OWN, { filters: ['residence'] })
  const { residence, rapport } = list.state
  const query = useQuery(
    blocsQueries.page({ ...list.query, ...(list.wholeList && { residence_id: residence }) }),
  )
  const found = useClientFilter(query.data?.data ?? NONE, list.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('bloc')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  const onDelete = useBlocDeletion(banners)
  const permis = usePermis()
  const addButton = permis(
    blocsEndpoints.create,
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un bloc
    </Button>,
  )
  return (
    <>
      <ListPage
        list={list}
        title="Gestion des Blocs"
        add={addButton}
        banners={banners}
        suite={suite}
        filters={
          <ListFilters list={list} placeholder="Rechercher par nom ou description...">
            <ResidenceSelect
              aria-label="Résidence"
              tous="Toutes les résidences"
              value={residence || null}
              onChange={(id) => list.choose({ residence: id ?? 0 })}
              onUnloaded={(error) =>
                banners.error(messageOf(error, 'Erreur lors du chargement des résidences.'), 5000)
              }
            />
          </ListFilters>
        }
        query={query}
        loading="Chargement des blocs..."
        error="Erreur lors du chargement des blocs."
        rows={found.filter((bloc) => residence === 0 || bloc.residence_id === residence)}
        noneFound="Aucun bloc trouvé avec ces critères."
        noneHere={<AucunBlocIci residence={residence} action={addButton} />}
        none={<AucunBloc action={addButton} />}
      >
        {(rows) => (
          <CardGrid label="Blocs">
            {rows.map((bloc) => (
              <BlocCard
                key={bloc.id}
                bloc={bloc}
                onReport={() => list.open({ rapport: bloc.id })}
                onDetails={() => setOpened({ kind: 'details', bloc })}
                onStades={() => setOpened({ kind: 'stades', bloc })}
                onEdit={permis(blocsEndpoints.update, () => setOpened({ kind: 'edit', bloc }))}
                onDelete={permis(blocsEndpoints.remove, () => onDelete(bloc))}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {opened?.kind === 'add' && (
        <BlocForm
          residenceId={residence || null}
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, nomloc, residence_id }) =>
            offrir({
              phrase: phrasePasEncore('bloc', nomloc, 'd’étage'),
              lien: 'Ajouter ses étages',
              ...etagesOf(residence_id, id),
            })
          }
        />
      )}
      {opened?.kind === 'edit' && <BlocForm bloc={opened.bloc} onClose={close} onSaved={banners.success} />}
      {opened?.kind === 'details' && <BlocDetails bloc={opened.bloc} onClose={close} />}
      {opened?.kind === 'stades' && <Stades bloc={opened.bloc} onClose={close} />}
      {rapport > 0 && <BlocReport id={rapport} onClose={() => list.close({ rapport: 0 })} />}
    </>
  )
}

function AucunBloc({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingResidence()} action={action}>
      Aucun bloc disponible.
    </ListeVide>
  )
}

function AucunBlocIci({ residence, action }: { residence: number; action: ReactNode }) {
  return (
    <VideIci lieu={useResidenceLieu(residence)} de="de bloc" action={action}>
      Aucun bloc trouvé avec ces critères.
    </VideIci>
  )
}
