import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PublicLayout } from '#web/kit/PublicLayout.tsx'
import styles from '#web/kit/PublicLayout.module.css'
import { screens } from '#web/paths.ts'

/** Any address that is no screen; open to everyone (Q4). */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <Title order={1} className={styles.title}>
        Page Not Found
      </Title>
      <p className={styles.lead}>
        Cette page n’existe pas ou a été déplacée. Vérifiez l’adresse, ou revenez au tableau de bord.
      </p>
      <Button fullWidth renderRoot={(props) => <Link to={screens.dashboard} {...props} />}>
        Retour au tableau de bord
      </Button>
    </PublicLayout>
  )
}
