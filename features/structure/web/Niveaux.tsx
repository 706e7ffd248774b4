import { Gestes, IMPORTER } from '#web/kit/feedback/Gestes.tsx'
import { Anchor, Button } from '@mantine/core'
import { IconEdit, IconEye, IconPlus, IconReportAnalytics, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { LieuChoisi } from '#features/structure/web/structure.queries.ts'
import type { CarteDeNiveau, Niveau, SuiteDUnAjout } from '#features/structure/web/niveau.ts'
import { Aucun, AucunIci } from '#features/structure/web/Vides.tsx'
import type { Bloc } from '#features/structure/blocs.contract.ts'
import { isSature } from '#features/structure/occupation.rules.ts'
import { formatNombre } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Page } from '#web/kit/call/answerShapes.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { usePermis, usePeut } from '#web/kit/call/usePeut.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EntityCard, type Fact } from '#web/kit/card/EntityCard.tsx'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import type { Empeche } from '#web/kit/dialog/ConfirmDialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banner, useBanners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { OccupationBar, StatusBadge } from '#web/kit/feedback/States.tsx'
import { ListFilters, ListPage } from '#web/kit/list/ListPage.tsx'
import { useClientFilter, type List } from '#web/kit/list/useList.ts'

interface NiveauxProps<T extends { id: number }> {
  niveau: Niveau<T>
  list: List & {
    state: { rapport: number }
    open: (patch: { rapport: number }) => void
    close: (patch: { rapport: number }) => void
  }
  query: UseQueryResult<Page<T>>
  lieu?: LieuChoisi
  keeps?: (record: T) => boolean
  renderFilters?: (banners: BannersState) => ReactNode
}

type Opened<T> =
  | { kind: 'add' }
  | { kind: 'edit' | 'details'; record: T }
  | { kind: 'propre'; nom: string; record: T }

const NONE: readonly never[] = []

/** List of a level of the structure (D2 §2.1-2.3). The open report stands in the address, so that Back returns to it. */
export function Niveaux<T extends { id: number }>(props: NiveauxProps<T>) {
  const { niveau, list, query, lieu, keeps = () => true, renderFilters } = props
  const {
    genre,
    dans,
    icone: Plus = IconPlus,
    endpoints,
    suppression,
    Form,
    Details,
    Propres = {},
    Report,
  } = niveau
  const loaded: readonly T[] = query.data?.data ?? NONE
  const found = useClientFilter(loaded, list.recherche, niveau.texts)
  const [opened, setOpened] = useOpened<Opened<T>>(genre)
  const close = () => setOpened(null)
  const Propre = opened?.kind === 'propre' ? Propres[opened.nom] : undefined
  const banners = useBanners()
  const [suite, setSuite] = useState<SuiteDUnAjout | null>(null)
  const deletion = useChange(suppression.call)
  const confirmDeletion = useDeletion(banners.success, banners.error)
  const onDelete = (record: T) =>
    void confirmDeletion({
      title: suppression.titre,
      body: suppression.question(record),
      fallback: suppression.echec,
      empeche: suppression.empeche(record),
      action: () => deletion.mutateAsync(record.id),
    })
  const permis = usePermis()
  const peut = usePeut()
  const addButton = permis(
    endpoints.create,
    <Button leftSection={<Plus size={18} stroke={1.6} />} onClick={() => setOpened({ kind: 'add' })}>
      {niveau.ajouter}
    </Button>,
  )
  return (
    <>
      <ListPage
        list={list}
        genre={genre}
        title={niveau.titre}
        add={addButton}
        banners={banners}
        suite={suite && <SuiteOfferte suite={suite} onClose={() => setSuite(null)} />}
        filters={
          <ListFilters list={list} placeholder={niveau.recherche}>
            {renderFilters?.(banners)}
          </ListFilters>
        }
        query={query}
        loading={niveau.chargement}
        error={niveau.echec}
        {...(niveau.cartes && { cards: niveau.cartes })}
        rows={found.filter(keeps)}
        noneFound={niveau.aucunTrouve}
        noneHere={
          dans &&
          lieu && (
            <AucunIci lieu={lieu} de={dans.de} action={addButton}>
              {niveau.aucunTrouve}
            </AucunIci>
          )
        }
        none={
          dans ? (
            <Aucun dans={dans.genre} action={addButton}>
              {niveau.aucun}
            </Aucun>
          ) : (
            <EmptyState action={<Gestes first={addButton} gestes={[IMPORTER]} />}>{niveau.aucun}</EmptyState>
          )
        }
      >
        {(rows) => (
          <CardGrid label={niveau.pluriel}>
            {rows.map((record) => (
              <NiveauCard
                key={record.id}
                nom={niveau.nom(record)}
                bands={niveau.genre === 'bloc'}
                {...niveau.card(record, {
                  banners,
                  peut,
                  onPropre: (nom) => setOpened({ kind: 'propre', nom, record }),
                })}
                onReport={() => list.open({ rapport: record.id })}
                onDetails={() => setOpened({ kind: 'details', record })}
                onEdit={permis(endpoints.update, () => setOpened({ kind: 'edit', record }))}
                onDelete={permis(endpoints.remove, () => onDelete(record))}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {opened?.kind === 'add' && (
        <Form
          {...(lieu && { lieu })}
          onClose={close}
          onSaved={banners.success}
          onAdded={(added) => setSuite(niveau.suite(added))}
        />
      )}
      {opened?.kind === 'edit' && <Form listed={opened.record} onClose={close} onSaved={banners.success} />}
      {opened?.kind === 'details' && <Details record={opened.record} onClose={close} />}
      {opened?.kind === 'propre' && Propre && (
        <Propre record={opened.record} onClose={close} onSaved={banners.success} />
      )}
      {list.state.rapport > 0 && (
        <Report id={list.state.rapport} onClose={() => list.close({ rapport: 0 })} />
      )}
    </>
  )
}

/** Offers the next step in a banner that stays until it is closed. */
function SuiteOfferte({ suite, onClose }: { suite: SuiteDUnAjout; onClose: () => void }) {
  const { phrase, autre } = suite
  return (
    <Banner
      kind="info"
      onClose={onClose}
      action={[suite, ...(autre ? [autre] : [])].map(({ to, search, lien }) => (
        <Anchor key={to} inherit renderRoot={(props) => <Link to={to} search={search} {...props} />}>
          {lien}
        </Anchor>
      ))}
    >
      {phrase}
    </Banner>
  )
}

interface NiveauCardProps extends CarteDeNiveau {
  nom: string
  /** True for a bloc, whose occupation the specification paints in bands. */
  bands: boolean
  onReport: () => void
  onDetails: () => void
  /** `onEdit` and `onDelete` are absent for a member without the right. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function NiveauCard({
  nom,
  bands,
  taux,
  occupe,
  actions,
  actes,
  onReport,
  onDetails,
  onEdit,
  onDelete,
  ...card
}: NiveauCardProps) {
  return (
    <EntityCard
      {...card}
      bar={<OccupationBar percent={taux} label={`Occupation de ${nom}`} text={occupe} bands={bands} />}
      main={
        <Button
          variant="light"
          leftSection={<IconReportAnalytics size={18} stroke={1.6} />}
          onClick={onReport}
          aria-label={`Rapport détaillé de ${nom}`}
        >
          Rapport
        </Button>
      }
      actions={
        <>
          <IconAction icon={IconEye} label={`Détails de ${nom}`} onClick={onDetails} />
          {actions}
          {onEdit && <IconAction icon={IconEdit} label={`Modifier ${nom}`} onClick={onEdit} />}
        </>
      }
      danger={
        onDelete && <IconAction icon={IconTrash} label={`Supprimer ${nom}`} onClick={onDelete} danger />
      }
      autres={actes && { nom, actes }}
    />
  )
}

/** Badge of a record with appartements of which none is free, else « Disponible », also of an empty one (D2 §4). */
export function Disponibilite({ sature, mot = 'Saturé' }: { sature: boolean; mot?: string }) {
  return sature ? (
    <StatusBadge tone="blue">{mot}</StatusBadge>
  ) : (
    <StatusBadge tone="green">Disponible</StatusBadge>
  )
}

/** Tells the contents of a record that will refuse its deletion; null when it is empty. */
export function contenuQuiEmpeche(
  contenu: readonly { nombre: number; mot: string; pluriel?: string; lien: Empeche['lien'] }[],
  il: 'Il' | 'Elle',
): Empeche | null {
  const [first, ...others] = contenu.filter(({ nombre }) => nombre > 0)
  if (!first) return null
  const held = [first, ...others]
  const parts = held.map(({ nombre, mot, pluriel }) => formatCompte(nombre, mot, pluriel))
  const seul = held.length === 1 && first.nombre === 1
  return {
    phrase: `${il} contient ${parts.join(' et ')} : ${seul ? 'supprimez-le' : 'supprimez-les'} d'abord.`,
    lien: first.lien,
  }
}

/** Last stade of the works of a bloc: « Gros œuvre achevé, 12/02/2026 », or « Aucun ». */
export const describeStade = (stade: Bloc['stade']): string =>
  stade ? `${stade.nom}, ${formatJourCourt(stade.atteint_le)}` : 'Aucun'

/** Facts that the card and the details of a bloc share. */
export const factsOfBloc = (bloc: Bloc): Fact[] => [
  { label: 'Étages', value: formatNombre(bloc.etages_count) },
  { label: 'Appartements', value: formatNombre(bloc.appartementCount) },
  { label: 'Disponibles', value: formatNombre(bloc.availableCount) },
  { label: 'Occupés', value: formatNombre(bloc.occupiedCount) },
  { label: 'Stade', value: describeStade(bloc.stade) },
]

export const isBlocSature = ({ appartementCount: total, occupiedCount: occupied }: Bloc): boolean =>
  isSature({ total, occupied })
