import { Button, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { MonAchat } from '#features/suivi/web/MonAchat.tsx'
import { ouvrir, suiviQuery, useFermer, wasOpened } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { Banner } from '#web/kit/Banner.tsx'
import { ApiError, messageOf } from '#web/kit/call.ts'
import { PublicLayout } from '#web/kit/PublicLayout.tsx'
import layout from '#web/kit/PublicLayout.module.css'
import { useNativeForm } from '#web/kit/useNativeForm.ts'

const TITRE = 'Mon achat'
const CHIFFRES = 'Saisissez les quatre derniers chiffres.'

/** The page of one buyer, by the link that he was given. What follows # in its address is sent nowhere. */
export function SuiviPage() {
  const { hash } = useLocation()
  const jeton = hash.replace(/^#/, '')
  return <Page key={jeton} jeton={jeton} />
}

/** Has what was open been closed: after thirty minutes (403), or because the link itself is gone (404)? */
const endOf = (error: unknown): ApiError | null =>
  error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : null

function Page({ jeton }: { jeton: string }) {
  const client = useQueryClient()
  const [ouvert, setOuvert] = useState(() => wasOpened(jeton))
  const [ended, setEnded] = useState<ApiError | null>(null)
  const { data, error, refetch } = useQuery({ ...suiviQuery(jeton), enabled: ouvert })
  const fermer = useFermer()
  const end = ended ?? endOf(error)
  const open = () => {
    setEnded(null)
    setOuvert(true)
    void client.resetQueries({ queryKey: suiviQuery(jeton).queryKey })
  }
  const close = () => {
    setOuvert(false)
    void fermer()
  }
  if (!ouvert || end) return <Entree jeton={jeton} end={end} onOpen={open} />
  if (data) return <MonAchat suivi={data} onClose={close} onEnded={setEnded} />
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

function Entree({ jeton, end, onOpen }: { jeton: string; end: ApiError | null; onOpen: () => void }) {
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

function Ouvrir({ jeton, onOpen }: { jeton: string; onOpen: () => void }) {
  const form = useNativeForm({
    fields: ['chiffres'],
    messages: { chiffres: { empty: CHIFFRES, invalid: CHIFFRES } },
    async onSubmit({ chiffres }) {
      await ouvrir(jeton, chiffres)
      onOpen()
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
