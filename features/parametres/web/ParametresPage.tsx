import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { screens } from '#web/paths.ts'

/** What the firm sets for all its members. Nothing can be set yet: the screen says where the rest is. */
export function ParametresPage() {
  return (
    <>
      <PageHeader title="Paramètres" subtitle="Ce que vous réglez ici vaut pour tous les membres." />
      <EmptyState
        hint={
          <>
            Les coordonnées de votre société se trouvent dans{' '}
            <Anchor component={Link} to={screens.promoteur}>
              Promoteur
            </Anchor>
            , votre nom et votre mot de passe dans{' '}
            <Anchor component={Link} to={screens.profil}>
              Mon Profil
            </Anchor>
            .
          </>
        }
      >
        Aucun réglage pour le moment.
      </EmptyState>
    </>
  )
}
