import { Anchor, Button, PasswordInput, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accesErreurs } from '#features/acces/acces.erreurs.ts'
import { useLogin } from '#features/acces/web/acces.queries.ts'
import { ChampDuCode, CODE_OU_SECOURS } from '#features/acces/web/ChampDuCode.tsx'
import { EmailField } from '#features/acces/web/EmailField.tsx'
import { useNativeForm } from '#features/acces/web/useNativeForm.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { restoreInput, hasSessionExpired } from '#web/kit/form/savedInput.ts'
import { Banner, useArrival } from '#web/kit/feedback/Banner.tsx'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { useOwnScreen } from '#web/kit/frame/ownScreen.ts'
import { screens } from '#shared/paths.ts'

const isDemande = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 422 && error.errors['code'] !== undefined

/** Sign-in (D1 §2). After an expired session it says so and returns to the former screen. */
export function LoginPage() {
  const login = useLogin()
  const navigate = useNavigate()
  const ownScreen = useOwnScreen()
  const { retour } = useSearch({ strict: false })
  const [expired] = useState(hasSessionExpired)
  const [done, setDone] = useState<string | null>(null)
  useArrival(({ message }) => setDone(message))
  /** The sentence that asks for a code; null until one is asked for. */
  const [demande, setDemande] = useState<string | null>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (demande !== null) code.current?.focus()
  }, [demande])
  const form = useNativeForm({
    fields: ['email', 'password', 'code'],
    messages: {
      email: { empty: "L'adresse email est obligatoire.", invalid: "L'adresse email n'est pas valide." },
      password: { empty: 'Le mot de passe est obligatoire.' },
      code: { empty: accesErreurs.codeDemande.message },
    },
    leadsTo: ['code'],
    async onSubmit(values) {
      const answer = await login.mutateAsync(values).catch((error: unknown) => {
        if (demande !== null || !isDemande(error)) throw error
        setDemande(error.message)
      })
      if (!answer) return
      const { user, suite } = answer
      // Input that an expired session left is restored once the password is chosen.
      if (suite === 'mot_de_passe') {
        await navigate({ to: screens.premiereConnexion, replace: true })
        return
      }
      const href = ownScreen(restoreInput(user.id)) ?? ownScreen(retour)
      await (href === null ? navigate({ to: screens.dashboard }) : navigate({ href, replace: true }))
    },
    fallback: "Une erreur s'est produite.",
  })
  const email = form.bind('email')
  const retire = login.error instanceof ApiError ? login.error.desactive_le : undefined
  return (
    <PublicLayout>
      <Title order={1} className={styles.title}>
        Connexion
      </Title>
      <p className={styles.lead}>Accédez à la gestion de votre portefeuille.</p>
      {done !== null && (
        <div className={styles.notice}>
          <Banner kind="success">{done}</Banner>
        </div>
      )}
      {expired && (
        <div className={styles.notice}>
          <Banner kind="info">Votre session a expiré. Reconnectez-vous pour continuer.</Banner>
        </div>
      )}
      <form noValidate className="stack gap-14" onSubmit={(event) => void form.submit(event)}>
        {form.failure !== null && (
          <Banner kind="error">
            {form.failure}
            {retire !== undefined && (
              <div>Votre accès a été retiré le {formatJourCourt(retire)}. Adressez-vous à la direction.</div>
            )}
          </Banner>
        )}
        <EmailField {...email} onInput={() => (email.onInput(), setDemande(null))} />
        <PasswordInput
          {...form.bind('password')}
          label="Mot de passe"
          required
          autoComplete="current-password"
          maxLength={255}
        />
        {demande !== null && (
          <ChampDuCode
            {...form.bind('code')}
            ref={code}
            label={CODE_OU_SECOURS}
            description={demande}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        )}
        <Button type="submit" fullWidth disabled={form.busy} aria-busy={form.busy}>
          {form.busy ? 'Connexion en cours...' : 'Se connecter'}
        </Button>
      </form>
      <p className={`dim centered ${styles.below}`}>Mot de passe oublié ? Demandez à la direction.</p>
      <p className={`dim centered ${styles.below}`}>
        Pas encore de compte ?{' '}
        <Anchor inherit renderRoot={(props) => <Link to={screens.signup} {...props} />}>
          Créer un compte
        </Anchor>
      </p>
    </PublicLayout>
  )
}
