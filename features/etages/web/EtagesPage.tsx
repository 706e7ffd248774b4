import { etagesEndpoints } from '#features/etages/etages.contract.ts'
import { usePermis } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { useBlocLieu, useMissingBloc } from '#features/blocs/web/blocs.queries.ts'
import type { Etage } from '#features/etages/etages.contract.ts'
import { EtageCard } from '#features/etages/web/EtageCard.tsx'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { useEtageDeletion } from '#features/etages/web/useEtageDeletion.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
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
import { appartementsOf } from '#web/paths.ts'

const EtageForm = lazyDialog(() => import('#features/etages/web/EtageForm.tsx'), 'EtageForm')
const EtageDetails = lazyDialog(() => import('#features/etages/web/EtageDetails.tsx'), 'EtageDetails')
const EtageReport = lazyDialog(() => import('#features/etages/web/EtageReport.tsx'), 'EtageReport')

const OWN = { residence: 0, bloc: 0, rapport: 0 }
const NONE: readonly Etage[] = []
/** A select without its list is only logged on this screen (D2 §8). */
const log = (error: Error) => console.warn('lookup failed', error)
const texts = ({ designation }: Etage) => [designation]

type Opened = { kind: 'add' } | { kind: 'edit' | 'details'; etage: Etage }

/** Gestion des Étages (D2 §2.3). */
export function EtagesPage() {
  const list = useList(OWN, { filters: ['residence', 'bloc'] })
  const { residence, bloc, rapport } = list.state
  const query = useQuery(
    etagesQueries.page({
      ...list.query,
      ...(list.wholeList && { residence_id: residence || undefined, bloc_id: bloc || undefined }),
    }),
  )
  const found = useClientFilter(query.data?.data ?? NONE, list.recherche, texts)
  const [opened, setOpened] = useOpened<Opened>('etage')
  const close = () => setOpened(null)
  const banners = useBanners()
  const { suite, offrir } = useSuite()
  const onDelete = useEtageDeletion(banners)
  const permis = usePermis()
  const addButton = permis(
    etagesEndpoints.create,
    <Button leftSection={<IconPlus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      Ajouter un étage
    </Button>,
  )
  return (
    <>
      <ListPage
        list={list}
        title="Gestion des Étages"
        add={addButton}
        banners={banners}
        suite={suite}
        filters={
          <ListFilters list={list} placeholder="Rechercher par désignation...">
            <ResidenceSelect
              aria-label="Résidence"
              tous="Toutes les résidences"
              value={residence || null}
              onChange={(id) => list.choose({ residence: id ?? 0, bloc: 0 })}
              onUnloaded={log}
            />
            <BlocSelect
              aria-label="Bloc"
              tous="Tous les blocs"
              residenceId={residence || null}
              value={bloc || null}
              onChange={(id) => list.choose({ bloc: id ?? 0 })}
              onUnloaded={log}
            />
          </ListFilters>
        }
        query={query}
        loading="Chargement des étages..."
        error="Erreur lors du chargement des étages."
        rows={found.filter(
          (etage) =>
            (residence === 0 || etage.bloc.residence.id === residence) &&
            (bloc === 0 || etage.bloc_id === bloc),
        )}
        noneFound="Aucun étage trouvé avec ces critères."
        noneHere={<AucunEtageIci residence={residence || null} bloc={bloc || null} action={addButton} />}
        none={<AucunEtage action={addButton} />}
      >
        {(rows) => (
          <CardGrid label="Étages">
            {rows.map((etage) => (
              <EtageCard
                key={etage.id}
                etage={etage}
                onReport={() => list.open({ rapport: etage.id })}
                onDetails={() => setOpened({ kind: 'details', etage })}
                onEdit={permis(etagesEndpoints.update, () => setOpened({ kind: 'edit', etage }))}
                onDelete={permis(etagesEndpoints.remove, () => onDelete(etage))}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {opened?.kind === 'add' && (
        <EtageForm
          filters={{ residence: residence || null, bloc: residence > 0 ? bloc || null : null }}
          onClose={close}
          onSaved={banners.success}
          onAdded={({ id, designation, bloc_id, bloc: { residence: dans } }) =>
            offrir({
              phrase: phrasePasEncore('etage', designation, 'd’appartement'),
              lien: 'Ajouter ses appartements',
              ...appartementsOf(dans.id, bloc_id, id),
            })
          }
        />
      )}
      {opened?.kind === 'edit' && (
        <EtageForm etage={opened.etage} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'details' && <EtageDetails etage={opened.etage} onClose={close} />}
      {rapport > 0 && <EtageReport id={rapport} onClose={() => list.close({ rapport: 0 })} />}
    </>
  )
}

function AucunEtage({ action }: { action: ReactNode }) {
  return (
    <ListeVide manque={useMissingBloc()} action={action}>
      Aucun étage disponible.
    </ListeVide>
  )
}

type IciProps = Record<'residence' | 'bloc', number | null> & { action: ReactNode }

function AucunEtageIci({ residence, bloc, action }: IciProps) {
  return (
    <VideIci lieu={useBlocLieu(residence, bloc)} de="d’étage" action={action}>
      Aucun étage trouvé avec ces critères.
    </VideIci>
  )
}
