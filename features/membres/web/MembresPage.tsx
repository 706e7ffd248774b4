import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import type { Membre } from '#features/membres/membres.contract.ts'
import { membresQueries, useDeleteMembre, useToggleMembre } from '#features/membres/web/membres.queries.ts'
import type { Page } from '#web/kit/answers.ts'
import { Banners } from '#web/kit/Banners.tsx'
import { CardGrid } from '#web/kit/CardGrid.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { EntityCard } from '#web/kit/EntityCard.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'
import { useBanners } from '#web/kit/useBanners.ts'
import { useClientFilter } from '#web/kit/useClientFilter.ts'
import { useConfirm } from '#web/kit/useConfirm.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { useSearchField } from '#web/kit/useSearchField.ts'
import { useUrlState } from '#web/kit/useUrlState.ts'

const MembreForm = lazyDialog(() => import('#features/membres/web/MembreForm.tsx'), 'MembreForm')

const DEFAULTS = { page: 1, recherche: '' }
const SEARCH_MS = 300
const searched = ({ name, email }: Membre) => [name, email]

export function MembresPage() {
  const [state, setState] = useUrlState(DEFAULTS)
  const search = useSearchField(
    state.recherche,
    (recherche) => setState({ recherche }, { replace: true }),
    SEARCH_MS,
  )
  const query = useQuery(membresQueries.page(state.page))
  const banners = useBanners()
  const [form, setForm] = useOpened<{ membre?: Membre }>('membre')
  const actions = useActions(banners.success)
  const addButton = (
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
      Ajouter un membre
    </Button>
  )
  return (
    <>
      <PageHeader title="Liste des Membres">{addButton}</PageHeader>
      <Banners banners={banners} />
      <Filters onReset={search.clear}>
        <SearchField search={search} placeholder="Rechercher par nom ou email..." />
      </Filters>
      <Results
        query={query}
        loading="Chargement des membres..."
        error="Erreur lors du chargement des membres."
      >
        {(page) => (
          <>
            <Membres
              page={page}
              recherche={state.recherche}
              onEdit={(membre) => setForm({ membre })}
              {...actions}
            />
            <Pager
              page={state.page}
              lastPage={page.last_page}
              onChange={(next) => setState({ page: next })}
            />
          </>
        )}
      </Results>

      {form && <MembreForm membre={form.membre} onClose={() => setForm(null)} onSaved={banners.success} />}
    </>
  )
}

interface MembresProps extends Actions {
  page: Page<Membre>
  recherche: string
  onEdit: (membre: Membre) => void
}

function Membres({ page, recherche, onEdit, onToggle, onDelete }: MembresProps) {
  const shown = useClientFilter(page.data, recherche, searched)
  if (shown.length === 0) {
    const elsewhere = recherche !== '' && page.last_page > 1
    return (
      <EmptyState
        hint={elsewhere && 'La recherche porte sur la page affichée : les autres pages peuvent en contenir.'}
      >
        {recherche ? 'Aucun membre trouvé avec ces critères.' : 'Aucun membre disponible.'}
      </EmptyState>
    )
  }
  return (
    <CardGrid label="Membres">
      {shown.map((membre) => (
        <MembreCard
          key={membre.id}
          membre={membre}
          onEdit={() => onEdit(membre)}
          onToggle={() => onToggle(membre)}
          onDelete={() => onDelete(membre)}
        />
      ))}
    </CardGrid>
  )
}

function MembreCard({
  membre,
  onEdit,
  onToggle,
  onDelete,
}: {
  membre: Membre
  onEdit: () => void
  onToggle: () => void
  onDelete: () => void
}) {
  const { name, email, statut } = membre
  const actif = statut === 'activé'
  const verb = actif ? 'Désactiver' : 'Activer'
  return (
    <EntityCard
      name={name}
      under={<span data-nom>{email}</span>}
      badge={<StatusBadge tone={actif ? 'green' : 'red'}>{actif ? 'Activé' : 'Désactivé'}</StatusBadge>}
      main={
        <Button variant={actif ? 'default' : 'light'} aria-label={`${verb} ${name}`} onClick={onToggle}>
          {verb}
        </Button>
      }
      actions={<IconAction icon={IconPencil} label={`Modifier ${name}`} onClick={onEdit} />}
      danger={<IconAction icon={IconTrash} label={`Supprimer ${name}`} danger onClick={onDelete} />}
    />
  )
}

interface Actions {
  onToggle: (membre: Membre) => void
  onDelete: (membre: Membre) => void
}

/** Status and deletion, each after its confirmation. One's own account says what it means. */
function useActions(onDone: (message: string) => void): Actions {
  const confirm = useConfirm()
  const toggle = useToggleMembre()
  const remove = useDeleteMembre()
  const me = useUtilisateur()?.id
  const warning = (membre: Membre) =>
    membre.id === me && <p>C'est votre propre compte : votre session prendra fin.</p>
  async function onToggle(membre: Membre) {
    const actif = membre.statut === 'activé'
    const verb = actif ? 'désactiver' : 'activer'
    const done = await confirm({
      title: actif ? 'Désactiver le membre' : 'Activer le membre',
      body: (
        <>
          Êtes-vous sûr de vouloir {verb} le membre <bdi>{membre.name}</bdi> ?{actif && warning(membre)}
        </>
      ),
      confirmLabel: 'Confirmer',
      busyLabel: 'Traitement...',
      fallback: 'Erreur lors de la modification du statut.',
      danger: actif,
      action: () => toggle.mutateAsync(membre),
    })
    if (done) onDone('Statut du membre modifié avec succès !')
  }
  async function onDelete(membre: Membre) {
    const done = await confirm({
      title: 'Supprimer le membre',
      body: (
        <>
          Êtes-vous sûr de vouloir supprimer le membre <bdi>{membre.name}</bdi> ? Cette action est définitive.
          {warning(membre)}
        </>
      ),
      confirmLabel: 'Supprimer',
      busyLabel: 'Suppression...',
      fallback: 'Erreur lors de la suppression.',
      action: () => remove.mutateAsync(membre.id),
    })
    if (done) onDone('Membre supprimé avec succès !')
  }
  return { onToggle: (membre) => void onToggle(membre), onDelete: (membre) => void onDelete(membre) }
}
