import { Button, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { MonAchat } from '#features/suivi/web/MonAchat.tsx'
import { openedLien, openSuivi, suiviQuery, useFermer } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import layout from '#web/kit/frame/PublicLayout.module.css'
import { useNativeForm } from '#web/kit/form/useNativeForm.ts'

const TITRE = 'Mon achat'
const CHIFFRES = 'Saisissez les quatre derniers chiffres.'

/** Page of one buyer. The token after # in the address is never part of a request's URL. */
export function SuiviPage() {
  const { hash } = useLocation()
  const jeton = hash.replace(/^#/, '')
  return <Page key={jeton} jeton={jeton} />
}

/** Error that means a closed page: 403 after thirty minutes, 404 for a revoked link. */
const endOf = (error: unknown): ApiError | null =>
  error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : null

function Page({ jeton }: { jeton: string }) {
  const client = useQueryClient()
  const [lien, setLien] = useState(() => openedLien(jeton))
  const [ended, setEnded] = useState<ApiError | null>(null)
  const { data, error, refetch } = useQuery({ ...suiviQuery(jeton, lien), enabled: lien !== null })
  const fermer = useFermer()
  const end = ended ?? endOf(error)
  const open = (opened: number) => {
    setEnded(null)
    setLien(opened)
    void client.resetQueries({ queryKey: suiviQuery(jeton, opened).queryKey })
  }
  const close = () => {
    setLien(null)
    if (lien !== null) void fermer(lien)
  }
  if (lien === null || end) return <Entree jeton={jeton} end={end} onOpen={open} />
  if (data) return <MonAchat suivi={data} lien={lien} onClose={close} onEnded={setEnded} />
  return (
    <Cadre>
      {error === null ? (
        <p role="status">Chargement de votre page...</p>
      ) : (
        <Banner
          kind="error"
          action={
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              Réessayer
            </Button>
          }
        >
          {messageOf(error, 'Erreur lors du chargement de votre page.')}
        </Banner>
      )}
    </Cadre>
  )
}

function Cadre({ children }: { children: ReactNode }) {
  return (
    <PublicLayout>
      <Title order={1} className={layout.title}>
        {TITRE}
      </Title>
      {children}
    </PublicLayout>
  )
}

function Entree({
  jeton,
  end,
  onOpen,
}: {
  jeton: string
  end: ApiError | null
  onOpen: (lien: number) => void
}) {
  if (jeton === '')
    return (
      <Cadre>
        <p className={styles.dit}>Ouvrez cette page avec le lien que votre promoteur vous a envoyé.</p>
      </Cadre>
    )
  return (
    <Cadre>
      {end && (
        <div className={layout.notice}>
          <Banner kind={end.status === 404 ? 'error' : 'info'}>{end.message}</Banner>
        </div>
      )}
      {end?.status !== 404 && <Ouvrir jeton={jeton} onOpen={onOpen} />}
    </Cadre>
  )
}

function Ouvrir({ jeton, onOpen }: { jeton: string; onOpen: (lien: number) => void }) {
  const form = useNativeForm({
    fields: ['chiffres'],
    messages: { chiffres: { empty: CHIFFRES, invalid: CHIFFRES } },
    async onSubmit({ chiffres }) {
      onOpen(await openSuivi(jeton, chiffres))
    },
    fallback: "Une erreur s'est produite.",
  })
  return (
    <form noValidate className={layout.form} onSubmit={(event) => void form.submit(event)}>
      {form.failure !== null && <Banner kind="error">{form.failure}</Banner>}
      <TextInput
        {...form.bind('chiffres')}
        label="Les quatre derniers chiffres de votre téléphone"
        required
        withAsterisk={false}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        dir="ltr"
        classNames={{ input: styles.chiffres }}
        data-autofocus
      />
      <Button type="submit" size="md" fullWidth disabled={form.busy} aria-busy={form.busy}>
        {form.busy ? 'Ouverture...' : 'Ouvrir'}
      </Button>
    </form>
  )
}
