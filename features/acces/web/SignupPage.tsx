import { Anchor, Button, TextInput, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRegister } from '#features/acces/web/acces.queries.ts'
import { EmailField } from '#features/acces/web/EmailField.tsx'
import { rememberFirstAccount } from '#features/acces/web/firstAccount.ts'
import { rememberNewUser } from '#features/acces/web/newUser.ts'
import { NouveauMotDePasse } from '#features/acces/web/NouveauMotDePasse.tsx'
import { useNativeForm } from '#features/acces/web/useNativeForm.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#shared/paths.ts'

export function SignupPage() {
  const register = useRegister()
  const navigate = useNavigate()
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
        <NouveauMotDePasse label="Mot de passe" bind={form.bind} />
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
