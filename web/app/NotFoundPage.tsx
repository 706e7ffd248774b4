import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#shared/paths.ts'

/** Page of an unknown address, open to everybody (Q4). */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <Title order={1} className={styles.title}>
        Page Not Found
      </Title>
      <p className={styles.lead}>
        Cette page n'existe pas ou a été déplacée. Vérifiez l'adresse, ou revenez au tableau de bord.
      </p>
      <Button fullWidth renderRoot={(props) => <Link to={screens.dashboard} {...props} />}>
        Retour au tableau de bord
      </Button>
    </PublicLayout>
  )
}
