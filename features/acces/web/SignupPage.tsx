import { Anchor, Button, PasswordInput, TextInput, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRegister } from '#features/acces/web/acces.queries.ts'
import { EmailField } from '#features/acces/web/EmailField.tsx'
import { rememberFirstAccount } from '#features/acces/web/firstAccount.ts'
import { rememberNewUser } from '#features/acces/web/newUser.ts'
import { useNativeForm } from '#features/acces/web/useNativeForm.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { PasswordStrength } from '#web/kit/feedback/States.tsx'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#shared/paths.ts'

export function SignupPage() {
  const register = useRegister()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const form = useNativeForm({
    fields: ['name', 'email', 'password', 'password_confirmation'],
    messages: {
      name: { empty: 'Le nom est obligatoire.' },
      email: { empty: "L'adresse email est obligatoire.", invalid: "L'adresse email n'est pas valide." },
      password: { empty: 'Le mot de passe est obligatoire.' },
      password_confirmation: { empty: 'Veuillez confirmer le mot de passe.' },
    },
    async onSubmit(values) {
      const { user } = await register.mutateAsync(values)
      rememberNewUser({ name: user.name, email: user.email })
      const dejaActif = user.statut === 'activé'
      if (dejaActif) rememberFirstAccount(values)
      await navigate({ to: screens.inactive, state: { dejaActif } })
    },
    fallback: "Une erreur s'est produite.",
  })
  // The mismatch shows while typing but does not block the form: the server decides (D1 §5).
  const mismatch =
    password !== '' && repeated !== '' && password !== repeated
      ? 'Les mots de passe ne correspondent pas'
      : undefined
  const confirmation = form.bind('password_confirmation')
  return (
    <PublicLayout>
      <Title order={1} className={styles.title}>
        Créer un compte
      </Title>
      <p className={styles.lead}>
        Un administrateur validera votre demande. Le premier compte d'une installation est actif tout de
        suite.
      </p>
      <form noValidate className="stack gap-14" onSubmit={(event) => void form.submit(event)}>
        {form.failure !== null && <Banner kind="error">{form.failure}</Banner>}
        <TextInput {...form.bind('name')} label="Nom complet" required autoComplete="name" maxLength={255} />
        <EmailField {...form.bind('email')} />
        <PasswordInput
          {...form.bind('password')}
          label="Mot de passe"
          description="8 caractères au moins."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="new-password"
          maxLength={255}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordStrength password={password} />
        <PasswordInput
          {...confirmation}
          error={mismatch ?? confirmation.error}
          label="Confirmer le mot de passe"
          required
          autoComplete="new-password"
          maxLength={255}
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth disabled={form.busy} aria-busy={form.busy}>
          {form.busy ? 'Création en cours...' : 'Créer un compte'}
        </Button>
      </form>
      <p className={`dim centered ${styles.below}`}>
        Déjà un compte ?{' '}
        <Anchor inherit renderRoot={(props) => <Link to={screens.login} {...props} />}>
          Se connecter
        </Anchor>
      </p>
    </PublicLayout>
  )
}
