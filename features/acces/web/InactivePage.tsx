import { Button, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from '#features/acces/web/InactivePage.module.css'
import { readNewUser } from '#features/acces/web/newUser.ts'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import { screens } from '#shared/paths.ts'

/** Holding page after sign-up (D1 §2, Q66–Q69). */
export function InactivePage() {
  const { userData } = useSearch({ strict: false })
  const state = useLocation({ select: (location) => location.state })
  const [user] = useState(() => readNewUser(userData, 'userData' in state ? state.userData : undefined))
  const progress = useProgress()
  return (
    <PublicLayout wide>
      <Title order={1} className={styles.title}>
        Compte créé avec succès !
      </Title>
      {user ? (
        <dl className={`stack facts gap-4-16 ${styles.user}`}>
          <dt>Nom</dt>
          <dd className="bold" data-nom>
            {user.name}
          </dd>
          <dt>Email</dt>
          <dd className="bold" data-nom>
            {user.email}
          </dd>
        </dl>
      ) : (
        <p className="dim flat">Votre demande a bien été enregistrée.</p>
      )}
      <p className={styles.label} id="statut-demande">
        Statut de la demande: En attente d'activation
      </p>
      <div
        className="track"
        role="progressbar"
        aria-labelledby="statut-demande"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <div className={styles.fill} style={{ width: `${progress}%` }} />
      </div>
      <div className={`flex gap-12 ${styles.step}`}>
        <IconShieldCheck size={28} stroke={1.5} aria-hidden />
        <div>
          <h2 className={styles.stepTitle}>Vérification par l'administrateur</h2>
          <p className="dim flat">
            {state.dejaActif
              ? 'Rien à attendre : votre compte est le premier de cette installation, il est déjà activé, vous pouvez vous connecter.'
              : 'Un administrateur vérifie votre demande. Vous pourrez vous connecter dès que votre compte sera activé.'}
          </p>
        </div>
      </div>
      <Button fullWidth renderRoot={(props) => <Link to={screens.login} {...props} />}>
        Se connecter
      </Button>
      <p className={`flex gap-24 ${styles.links}`}>
        {/* These links are placeholders: the specification gives them no destination. */}
        <a href="#support" onClick={(event) => event.preventDefault()}>
          Support
        </a>
        <a href="#faq" onClick={(event) => event.preventDefault()}>
          FAQ
        </a>
      </p>
    </PublicLayout>
  )
}

function useProgress(): number {
  const [progress, setProgress] = useState(0)
  useEffect(() => {
    if (progress >= 100) return undefined
    const timer = setTimeout(() => setProgress(progress + 1), 50)
    return () => clearTimeout(timer)
  }, [progress])
  return progress
}
