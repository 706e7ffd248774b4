import { Anchor, Button, FileButton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import section from '#features/parametres/web/Parametres.module.css'
import { IdentiteForm } from '#features/promoteur/web/IdentiteForm.tsx'
import { PromoteurCard } from '#features/promoteur/web/PromoteurCard.tsx'
import {
  promoteurQuery,
  logoQuery,
  useRemoveLogo,
  useSaveLogo,
  type PromoteurLu,
} from '#features/promoteur/web/promoteur.queries.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { screens } from '#shared/paths.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import styles from '#features/promoteur/web/Promoteur.module.css'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { whileBusy } from '#web/kit/feedback/WorkBar.tsx'

const PromoteurForm = lazyDialog(() => import('#features/promoteur/web/PromoteurForm.tsx'), 'PromoteurForm')

export function PromoteurSection({ onSaved }: { onSaved: (message: string) => void }) {
  const query = useQuery(promoteurQuery)
  const [opened, setOpened] = useOpened<{ promoteur: true }>('promoteur')
  return (
    <Results
      query={query}
      loading="Chargement du promoteur..."
      error="Erreur lors du chargement du promoteur."
      cards={1}
      wide
    >
      {(promoteur) =>
        promoteur ? (
          <div className={`column gap-16 ${section.sections}`}>
            <PromoteurCard promoteur={promoteur} onEdit={() => setOpened({ promoteur: true })} />
            <IdentiteForm promoteur={promoteur} onSaved={onSaved} />
            <LogoCard promoteur={promoteur} onSaved={onSaved} />
            {opened && (
              <InputScope value="promoteur">
                <PromoteurForm promoteur={promoteur} onClose={() => setOpened(null)} onSaved={onSaved} />
              </InputScope>
            )}
          </div>
        ) : (
          <EmptyState
            action={
              <Anchor component={Link} to={screens.promoteur}>
                Ajouter un promoteur
              </Anchor>
            }
          >
            Aucun promoteur enregistré
          </EmptyState>
        )
      }
    </Results>
  )
}

function LogoCard({ promoteur, onSaved }: { promoteur: PromoteurLu; onSaved: (message: string) => void }) {
  const { id, logo } = promoteur
  const title = useId()
  const save = useSaveLogo()
  const remove = useRemoveLogo()
  const [failure, setFailure] = useState<string | null>(null)
  const reset = useRef<() => void>(null)
  const busy = save.isPending || remove.isPending
  async function change(work: () => Promise<{ message: string }>) {
    if (busy) return
    setFailure(null)
    try {
      onSaved((await work()).message)
    } catch (error) {
      setFailure(messageOf(error, "Erreur lors de l'enregistrement du logo."))
    }
  }
  return (
    <section className={`column card gap-16 ${section.section}`} aria-labelledby={title}>
      <Title order={2} id={title} className={section.title}>
        Logo
      </Title>
      {failure !== null && <Banner kind="error">{failure}</Banner>}
      {logo ? <Apercu id={id} /> : <p className="dim flat">Aucun logo.</p>}
      <p className="dim flat">
        En tête de tous les documents, sur 25 mm de large. PNG ou JPEG de 1000 × 1000 points et 200 Ko au
        plus.
      </p>
      <div className="row gap-8">
        <FileButton
          accept="image/png,image/jpeg,.png,.jpg,.jpeg"
          resetRef={reset}
          onChange={(file) => {
            // The reset lets the member choose the same file again after a refusal.
            reset.current?.()
            if (file) void change(() => save.mutateAsync({ id, file }))
          }}
        >
          {(props) => (
            <Button
              {...props}
              {...whileBusy(busy)}
              variant="default"
              leftSection={<IconPhoto size={18} stroke={1.6} />}
            >
              {save.isPending ? 'Enregistrement...' : 'Choisir une image'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            {...whileBusy(busy)}
            onClick={() => void change(() => remove.mutateAsync(id))}
          >
            Retirer
          </Button>
        )}
      </div>
    </section>
  )
}

function Apercu({ id }: { id: number }) {
  const { data } = useQuery(logoQuery(id))
  return <div className={styles.blanc}>{data && <img src={data} alt="Logo du promoteur" />}</div>
}
