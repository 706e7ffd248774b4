import { Button, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLogin } from '#features/acces/web/acces.queries.ts'
import { forgetFirstAccount, readFirstAccount } from '#features/acces/web/firstAccount.ts'
import styles from '#features/acces/web/InactivePage.module.css'
import { readNewUser } from '#features/acces/web/newUser.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
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
      <FirstAccount />
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

/** Signs the first account of the installation in with what was just typed; gone once the page is left or read again (entree.md M5). */
function FirstAccount() {
  const login = useLogin()
  const navigate = useNavigate()
  const [typed] = useState(readFirstAccount)
  useEffect(() => forgetFirstAccount, [])
  if (typed === null) return null
  async function enter(credentials: NonNullable<typeof typed>) {
    try {
      await login.mutateAsync(credentials)
      await navigate({ to: screens.dashboard })
    } catch {
      // The banner says it.
    }
  }
  return (
    <div className={`stack gap-12 ${styles.first}`}>
      <p className="bold flat">Vous êtes le premier : votre compte est actif.</p>
      {login.isError && <Banner kind="error">{messageOf(login.error, "Une erreur s'est produite.")}</Banner>}
      <Button
        fullWidth
        variant="default"
        disabled={login.isPending}
        aria-busy={login.isPending}
        onClick={() => void enter(typed)}
      >
        {login.isPending ? 'Connexion en cours...' : 'Entrer dans Diyar'}
      </Button>
    </div>
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
