import { Button, PasswordInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { useChangePassword } from '#features/acces/web/profil.queries.ts'
import { useDeconnexion } from '#features/acces/web/useDeconnexion.ts'
import { NouveauMotDePasse } from '#features/acces/web/NouveauMotDePasse.tsx'
import { useNativeForm } from '#features/acces/web/useNativeForm.ts'
import { Banner, Banners, carry, useBanners } from '#web/kit/feedback/Banner.tsx'
import { restoreInput } from '#web/kit/form/savedInput.ts'
import { useOwnScreen } from '#web/kit/frame/ownScreen.ts'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#shared/paths.ts'

const FIELDS = ['actuel', 'password', 'password_confirmation'] as const

/** Screen of a member who has signed in with a provisional password (D.11), his only one; the guard opens the others once it is changed. */
export function PremiereConnexionPage() {
  const user = useUtilisateur()
  const navigate = useNavigate()
  const ownScreen = useOwnScreen()
  const change = useChangePassword()
  const banners = useBanners()
  const { leave, busy: leaving } = useDeconnexion(banners.error)
  const said = useRef<string>(null)
  const form = useNativeForm({
    fields: FIELDS,
    messages: {
      actuel: { empty: 'Le mot de passe est obligatoire.' },
      password: { empty: 'Le mot de passe est obligatoire.' },
      password_confirmation: { empty: 'Veuillez confirmer le mot de passe.' },
    },
    leadsTo: FIELDS,
    async onSubmit(values) {
      said.current = (await change.mutateAsync(values)).message
    },
    fallback: "Le mot de passe n'a pas été modifié. Réessayez.",
  })
  // Whatever changed it, this tab or another: the member goes on where an expired session left him, else to the dashboard.
  const fini = user !== undefined && user.suite !== 'mot_de_passe'
  useEffect(() => {
    if (!fini) return
    const href = ownScreen(restoreInput(user.id))
    if (href === null && said.current !== null) carry(said.current)
    void navigate({ href: href ?? screens.dashboard, replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once, as soon as it is so
  }, [fini])
  return (
    <PublicLayout>
      <Title order={1} className={styles.title}>
        Choisissez votre mot de passe
      </Title>
      <p className={styles.lead}>
        Bonjour <bdi>{user?.name}</bdi>. Le mot de passe que la direction vous a donné ne sert qu'à
        entrer&nbsp;: remplacez-le par un mot de passe que vous seul connaissez.
      </p>
      <form noValidate className="stack gap-14" onSubmit={(event) => void form.submit(event)}>
        {form.failure !== null && <Banner kind="error">{form.failure}</Banner>}
        <PasswordInput
          {...form.bind('actuel')}
          label="Mot de passe provisoire"
          required
          autoComplete="current-password"
          maxLength={255}
        />
        <NouveauMotDePasse label="Nouveau mot de passe" bind={form.bind} />
        <Button type="submit" fullWidth disabled={form.busy} aria-busy={form.busy}>
          {form.busy ? 'Enregistrement...' : 'Enregistrer'}
        </Button>
      </form>
      <div className={styles.below}>
        <Banners banners={banners}>
          <Button variant="default" fullWidth disabled={leaving} onClick={() => void leave()}>
            Déconnexion
          </Button>
        </Banners>
      </div>
    </PublicLayout>
  )
}
