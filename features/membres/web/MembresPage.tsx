import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { membresEndpoints, type Membre, type MembreListe } from '#features/membres/membres.contract.ts'
import { isActif, MembreCard } from '#features/membres/web/MembreCard.tsx'
import styles from '#features/membres/web/Membres.module.css'
import { peut, ROLE_LIBELLES } from '#shared/droits.ts'
import { formatCompte } from '#shared/texte.ts'
import { screens } from '#shared/paths.ts'
import { membresQueries, useDeleteMembre, useDisableMembre } from '#features/membres/web/membres.queries.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { ListFilters, ListPage } from '#web/kit/list/ListPage.tsx'
import { Banner, useBanners } from '#web/kit/feedback/Banner.tsx'
import { useClientFilter, FROM_FIRST_PAGE, useList } from '#web/kit/list/useList.ts'
import { useConfirm, useDeletion } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const MembreForm = lazyDialog(() => import('#features/membres/web/MembreForm.tsx'), 'MembreForm')

const ActiverMembre = lazyDialog(() => import('#features/membres/web/ActiverMembre.tsx'), 'ActiverMembre')

const RetirerLeCodeDuMembre = lazyDialog(
  () => import('#features/membres/web/RetirerLeCodeDuMembre.tsx'),
  'RetirerLeCodeDuMembre',
)

const OWN = { demandes: '' }
const DEMANDES = { demandes: 'oui' }
const NONE: readonly MembreListe[] = []
const texts = ({ name, email }: Membre) => [name, email]

export function MembresPage() {
  const list = useList(OWN, { search: FROM_FIRST_PAGE })
  const waitingOnly = list.state.demandes !== ''
  const query = useQuery(membresQueries.page(list.page, waitingOnly))
  const found = useClientFilter(query.data?.data ?? NONE, list.recherche, texts)
  const banners = useBanners()
  const [form, setForm] = useOpened<{ membre?: Membre }>('membre')
  const [activated, setActivated] = useState<MembreListe | null>(null)
  const [entered, setEntered] = useState<Membre | null>(null)
  const [sansCode, setSansCode] = useState<MembreListe | null>(null)
  const { onDisable, onDelete } = useActions((message) => {
    banners.success(message)
    setEntered(null)
  })
  const me = useUtilisateur()?.id
  const navigate = useNavigate()
  function onSaved(message: string, saved: Membre) {
    if (form?.membre?.id === me && !peut(saved.role, membresEndpoints.list.access)) {
      void navigate({ to: screens.dashboard, ignoreBlocker: true })
      return
    }
    banners.success(message)
    setEntered(form?.membre ? null : saved)
  }
  return (
    <>
      <ListPage
        list={list}
        title="Liste des Membres"
        add={
          <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
            Ajouter un membre
          </Button>
        }
        banners={banners}
        suite={
          entered && (
            <Entered
              membre={entered}
              onChange={() => setForm({ membre: entered })}
              onClose={() => setEntered(null)}
            />
          )
        }
        filters={
          <>
            <ListFilters list={list} placeholder="Rechercher par nom ou email..." />
            <Demandes nombre={query.data?.demandes ?? 0} seules={waitingOnly} />
          </>
        }
        query={query}
        loading="Chargement des membres..."
        error="Erreur lors du chargement des membres."
        rows={found}
        noneFound="Aucun membre trouvé avec ces critères."
        genre="membre"
        none={
          <EmptyState>{waitingOnly ? 'Aucune demande à valider.' : 'Aucun membre disponible.'}</EmptyState>
        }
      >
        {(rows) => (
          <CardGrid label="Membres">
            {rows.map((membre) => (
              <MembreCard
                key={membre.id}
                membre={membre}
                onEdit={() => setForm({ membre })}
                onToggle={() => (isActif(membre) ? onDisable(membre) : setActivated(membre))}
                onDelete={() => onDelete(membre)}
                onRemoveCode={membre.second_facteur && membre.id !== me ? () => setSansCode(membre) : null}
              />
            ))}
          </CardGrid>
        )}
      </ListPage>

      {form && <MembreForm membre={form.membre} onClose={() => setForm(null)} onSaved={onSaved} />}
      {sansCode && (
        <RetirerLeCodeDuMembre membre={sansCode} onClose={() => setSansCode(null)} onDone={banners.success} />
      )}
      {activated && (
        <ActiverMembre
          membre={activated}
          onClose={() => setActivated(null)}
          onSaved={(message, saved) => {
            banners.success(message)
            setEntered(activated.jamais_actif ? saved : null)
          }}
        />
      )}
    </>
  )
}

/** Tells the rôle of a member who has just been let in, since the form asks for none, and offers to change it. */
function Entered({
  membre: { name, role },
  onChange,
  onClose,
}: {
  membre: Membre
  onChange: () => void
  onClose: () => void
}) {
  const change = (
    <Button variant="default" size="sm" onClick={onChange}>
      Changer le rôle
    </Button>
  )
  return (
    <Banner kind="success" action={change} onClose={onClose}>
      <bdi>{name}</bdi> : {ROLE_LIBELLES[role]}.
    </Banner>
  )
}

/** The requests that wait stand among the newest members, so a line counts them and lists them alone. */
function Demandes({ nombre, seules }: { nombre: number; seules: boolean }) {
  if (nombre === 0 && !seules) return null
  const dit = formatCompte(nombre, 'demande à valider', 'demandes à valider')
  return (
    <p className={styles.demandes}>
      {seules ? (
        <>
          {dit} ·{' '}
          <Anchor inherit renderRoot={(props) => <Link to={screens.membres} {...props} />}>
            Voir tous les membres
          </Anchor>
        </>
      ) : (
        <Anchor inherit renderRoot={(props) => <Link to={screens.membres} search={DEMANDES} {...props} />}>
          {dit}
        </Anchor>
      )}
    </p>
  )
}

interface Actions {
  onDisable: (membre: Membre) => void
  onDelete: (membre: Membre) => void
}

/** Disabling and deletion after a confirmation, which warns about the member's own account. */
function useActions(onDone: (message: string) => void): Actions {
  const confirm = useConfirm()
  const disable = useDisableMembre()
  const remove = useDeleteMembre()
  const confirmDeletion = useDeletion(onDone)
  const me = useUtilisateur()?.id
  const warning = (membre: Membre) =>
    membre.id === me && <p>C'est votre propre compte : votre session prendra fin.</p>
  async function onDisable(membre: Membre) {
    const done = await confirm({
      title: 'Désactiver le membre',
      body: (
        <>
          Êtes-vous sûr de vouloir désactiver le membre <bdi>{membre.name}</bdi> ?{warning(membre)}
        </>
      ),
      confirmLabel: 'Confirmer',
      busyLabel: 'Traitement...',
      fallback: 'Erreur lors de la modification du statut.',
      action: () => disable.mutateAsync(membre.id),
    })
    if (done) onDone(done.message)
  }
  const onDelete = (membre: Membre) =>
    confirmDeletion({
      title: 'Supprimer le membre',
      body: (
        <>
          Êtes-vous sûr de vouloir supprimer le membre <bdi>{membre.name}</bdi> ? Cette action est définitive.
          {warning(membre)}
        </>
      ),
      fallback: 'Erreur lors de la suppression.',
      action: () => remove.mutateAsync(membre.id),
    })
  return { onDisable: (membre) => void onDisable(membre), onDelete: (membre) => void onDelete(membre) }
}
