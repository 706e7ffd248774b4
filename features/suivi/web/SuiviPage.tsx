import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { MonAchat } from '#features/suivi/web/MonAchat.tsx'
import {
  describeErreur,
  openedLien,
  openSuivi,
  suiviQuery,
  useCloseSuivi,
} from '#features/suivi/web/suivi.queries.ts'
import { PageDuPromoteur } from '#features/promoteur/web/PageDuPromoteur.tsx'
import styles from '#features/suivi/web/suivi.module.css'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { ApiError } from '#web/kit/call/api.ts'
import { useLangue } from '#web/kit/frame/PublicLayout.tsx'
import layout from '#web/kit/frame/PublicLayout.module.css'

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
  const { langue, mots } = useLangue()
  const { data, error, refetch } = useQuery({
    ...suiviQuery(jeton, lien, langue),
    enabled: lien !== null,
    // In the other language while the names of what was bought are asked for in this one.
    placeholderData: keepPreviousData,
  })
  const fermer = useCloseSuivi()
  const end = ended ?? endOf(error)
  const open = (opened: number) => {
    setEnded(null)
    setLien(opened)
    void client.resetQueries({ queryKey: ['suivi', jeton, opened] })
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
        <p role="status">{mots.chargement}</p>
      ) : (
        <Banner
          kind="error"
          action={
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {mots.reessayer}
            </Button>
          }
        >
          {describeErreur(error, langue, mots.chargementEchoue)}
        </Banner>
      )}
    </Cadre>
  )
}

/** Frame of the page until the link is open. @param invite says who sent the link, and how it opens */
function Cadre({ children, invite = false }: { children: ReactNode; invite?: boolean }) {
  const { mots } = useLangue()
  return (
    <PageDuPromoteur title={mots.monAchat} phrase={invite ? mots.invitation : undefined}>
      {children}
    </PageDuPromoteur>
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
  const { langue, mots } = useLangue()
  if (jeton === '')
    return (
      <Cadre>
        <p className="dim flat">{mots.lienRequis}</p>
      </Cadre>
    )
  const ferme = end?.status === 404
  return (
    <Cadre invite={!ferme}>
      {end && (
        <div className={layout.notice}>
          <Banner kind={ferme ? 'error' : 'info'}>{describeErreur(end, langue, end.message)}</Banner>
        </div>
      )}
      {!ferme && <Ouvrir jeton={jeton} onOpen={onOpen} />}
    </Cadre>
  )
}

/** Asks for the four digits. A wrong answer is told once, under the field, which takes the focus. */
function Ouvrir({ jeton, onOpen }: { jeton: string; onOpen: (lien: number) => void }) {
  const { langue, mots } = useLangue()
  const field = useRef<HTMLInputElement>(null)
  const [saisie, setSaisie] = useState('')
  const [vide, setVide] = useState(false)
  const [refus, setRefus] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const faux = refus instanceof ApiError && refus.status === 422
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefus(null)
    setVide(saisie === '')
    if (saisie === '') {
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      onOpen(await openSuivi(jeton, saisie))
    } catch (error) {
      setBusy(false)
      setRefus(error)
      field.current?.focus()
    }
  }
  return (
    <form noValidate className="stack gap-14" onSubmit={(event) => void submit(event)}>
      {refus !== null && !faux && <Banner kind="error">{describeErreur(refus, langue, mots.echec)}</Banner>}
      <TextInput
        ref={field}
        label={mots.chiffres}
        value={saisie}
        error={vide ? mots.chiffresRequis : faux && describeErreur(refus, langue, mots.chiffresFaux)}
        onChange={({ currentTarget }) => {
          setSaisie(currentTarget.value)
          setVide(false)
          if (faux) setRefus(null)
        }}
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
      <Button type="submit" size="md" fullWidth disabled={busy} aria-busy={busy}>
        {busy ? mots.ouverture : mots.ouvrir}
      </Button>
    </form>
  )
}
