import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import section from '#features/parametres/web/Parametres.module.css'
import { IdentiteForm } from '#features/promoteur/web/IdentiteForm.tsx'
import { LogoCard } from '#features/promoteur/web/LogoCard.tsx'
import { PromoteurCard } from '#features/promoteur/web/PromoteurCard.tsx'
import { promoteurQuery } from '#features/promoteur/web/promoteur.queries.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Results } from '#web/kit/Results.tsx'
import { InputScope } from '#web/kit/savedInput.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { screens } from '#web/paths.ts'

const PromoteurForm = lazyDialog(() => import('#features/promoteur/web/PromoteurForm.tsx'), 'PromoteurForm')

/** Among the settings: who heads the papers, and how. */
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
          <div className={section.sections}>
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
