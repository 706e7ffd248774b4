import { screens } from '#shared/paths.ts'
import { Link } from '@tanstack/react-router'
import { SECTION_PROMOTEUR } from '#features/promoteur/web/SansPromoteur.tsx'
import { promoteurEndpoints, type Promoteur } from '#features/promoteur/promoteur.contract.ts'
import { usePermis } from '#web/kit/call/usePeut.ts'
import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import styles from '#features/promoteur/web/Promoteur.module.css'
import { PromoteurCard } from '#features/promoteur/web/PromoteurCard.tsx'
import { promoteurQuery, useDeletePromoteur } from '#features/promoteur/web/promoteur.queries.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'

const PromoteurForm = lazyDialog(() => import('#features/promoteur/web/PromoteurForm.tsx'), 'PromoteurForm')

const SUCCESS_MS = 5000

/** Page of the only promoter, whose data head every printed document (D3 §2.6). */
export function PromoteurPage() {
  const query = useQuery(promoteurQuery)
  const banners = useBanners()
  const [form, setForm] = useOpened<{ promoteur?: Promoteur }>('promoteur')
  const done = (message: string) => banners.success(message, SUCCESS_MS)
  const deletion = useDeletePromoteur()
  const confirmDeletion = useDeletion(done)
  const onDelete = ({ id, nom }: Promoteur) =>
    void confirmDeletion({
      title: 'Supprimer le promoteur',
      body: (
        <>
          Êtes-vous sûr de vouloir supprimer le promoteur <bdi>{nom}</bdi> ? Cette action est définitive.
          <p>Les documents s'imprimeront sans ses coordonnées.</p>
        </>
      ),
      fallback: 'Erreur lors de la suppression.',
      action: () => deletion.mutateAsync(id),
    })
  const permis = usePermis()
  const add = permis(
    promoteurEndpoints.create,
    <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setForm({})}>
      Ajouter un promoteur
    </Button>,
  )
  return (
    <>
      <PageHeader
        title="Promoteur Immobilier"
        subtitle="Ses coordonnées figurent en tête de tous les documents imprimés."
      >
        <DarkToggle />
        {query.data === null && add}
      </PageHeader>
      <Banners banners={banners} />
      <Results
        query={query}
        loading="Chargement du promoteur..."
        error="Erreur lors du chargement du promoteur."
        cards={1}
      >
        {(promoteur) =>
          promoteur ? (
            <div className={`column gap-12 ${styles.card}`}>
              <PromoteurCard
                promoteur={promoteur}
                onEdit={permis(promoteurEndpoints.update, () => setForm({ promoteur }))}
                onDelete={permis(promoteurEndpoints.remove, () => onDelete(promoteur))}
              />
              {permis(
                promoteurEndpoints.update,
                <p className="flat">
                  <Anchor
                    inherit
                    renderRoot={(props) => (
                      <Link to={screens.parametres} search={SECTION_PROMOTEUR} {...props} />
                    )}
                  >
                    Identité légale, logo
                  </Anchor>
                </p>,
              )}
            </div>
          ) : (
            <EmptyState
              hint="Sans promoteur, les documents s'impriment sans en-tête à votre nom."
              action={add}
            >
              Aucun promoteur enregistré
            </EmptyState>
          )
        }
      </Results>

      {form && <PromoteurForm promoteur={form.promoteur} onClose={() => setForm(null)} onSaved={done} />}
    </>
  )
}
