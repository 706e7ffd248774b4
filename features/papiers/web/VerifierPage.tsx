import { Button, TextInput, Title } from '@mantine/core'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { type Verification, verificationEndpoints } from '#features/papiers/papiers.contract.ts'
import styles from '#features/papiers/web/verification.module.css'
import { formatCode, parseCode } from '#shared/codes.ts'
import { formatJourLong } from '#shared/dates.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { ApiError, messageOf, callApi } from '#web/kit/call/api.ts'
import { PublicLayout } from '#web/kit/frame/PublicLayout.tsx'
import layout from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#web/paths.ts'

/** The query is never repeated, because the server counts unknown codes. */
const verificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['verifier', code],
    queryFn: ({ signal }) => callApi(verificationEndpoints.verifier, { query: { code }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

const INCONNU = 'Aucun document ne porte ce code.'

/** Public page where a bank, a notary or a buyer checks the code of a paper. */
export function VerifierPage() {
  const { code } = useParams({ strict: false })
  return (
    <PublicLayout wide>
      <Title order={1} className={layout.title}>
        Vérifier un document
      </Title>
      {code === undefined || code === '' ? (
        <p className={layout.lead}>Recopiez le code imprimé sur le reçu ou le document.</p>
      ) : (
        <Resultat key={code} code={code} />
      )}
      <Demande key={`demande ${code ?? ''}`} autre={code !== undefined} />
    </PublicLayout>
  )
}

function Demande({ autre }: { autre: boolean }) {
  const navigate = useNavigate()
  const [saisie, setSaisie] = useState('')
  const [faute, setFaute] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lu = parseCode(saisie)
    if (saisie.trim() === '') setFaute('Le code est obligatoire.')
    else if (lu === null) setFaute('Ce code est incomplet ou mal recopié : il a douze lettres et chiffres.')
    else void navigate({ to: `${screens.verifier}/${formatCode(lu)}` })
  }
  return (
    <form noValidate className={styles.demande} data-autre={autre || undefined} onSubmit={submit}>
      <TextInput
        label={autre ? 'Vérifier un autre code' : 'Code de vérification'}
        placeholder="K7QM-4T2X-9PBD"
        value={saisie}
        error={faute}
        onChange={({ currentTarget }) => {
          setSaisie(currentTarget.value)
          setFaute(null)
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        dir="ltr"
        classNames={{ input: styles.code }}
      />
      <Button type="submit" variant={autre ? 'default' : 'filled'}>
        Vérifier
      </Button>
    </form>
  )
}

function Resultat({ code }: { code: string }) {
  const { data, error, isPending, refetch } = useQuery(verificationQuery(code))
  if (isPending) return <p role="status">Vérification en cours...</p>
  if (data) return <Trouve verification={data} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <div className={styles.resultat} role="status">
        <Sceau avis="inconnu" />
        <p className={styles.avis} data-avis="inconnu">
          {messageOf(error, INCONNU)}
        </p>
        <p className={styles.lu} dir="ltr">
          {parseCode(code) === null ? code.slice(0, 60) : formatCode(parseCode(code) ?? '')}
        </p>
      </div>
    )
  return (
    <div className={layout.notice}>
      <Banner
        kind="error"
        action={
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Réessayer
          </Button>
        }
      >
        {messageOf(error, 'Erreur lors de la vérification.')}
      </Banner>
    </div>
  )
}

const AVIS: Record<Verification['etat'], { avis: Avis; phrase: string; etat: string }> = {
  valide: { avis: 'bon', phrase: 'Document authentique', etat: 'Valide' },
  annulé: { avis: 'reserve', phrase: 'Ce document a été annulé.', etat: 'Annulé' },
  rejeté: { avis: 'reserve', phrase: 'Le chèque de ce paiement a été rejeté.', etat: 'Rejeté' },
}

function Trouve({ verification }: { verification: Verification }) {
  const { genre, numero, date, montant, bien, client, promoteur } = verification
  const { avis, phrase, etat } = AVIS[verification.etat]
  const facts: [label: string, value: string | null][] = [
    ['Document', genre],
    ['Numéro', numero],
    ['Date', formatJourLong(date)],
    ['Montant', montant === null ? null : formatMontant(fromDecimal(montant))],
    ['Bien', bien],
    ['Client', client],
    ['Promoteur', promoteur],
  ]
  return (
    <>
      <div className={styles.resultat} role="status">
        <Sceau avis={avis} />
        <p className={styles.avis} data-avis={avis}>
          {phrase}
        </p>
      </div>
      <dl className={styles.faits}>
        {facts.map(([label, value]) =>
          value === null || value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className={styles.etat} data-avis={avis}>
        État : {etat}
      </p>
      <p className={styles.fin}>Comparez avec le document que vous tenez.</p>
    </>
  )
}

type Avis = 'bon' | 'reserve' | 'inconnu'

const arrondi = (valeur: number) => Math.round(valeur * 100) / 100
const BORD = 24
/** Points of the seal's toothed edge, on two radii by turns. */
const contour = Array.from({ length: BORD * 2 }, (_, at) => {
  const angle = (at * Math.PI) / BORD
  const rayon = at % 2 === 0 ? 46 : 41.5
  return `${arrondi(50 + rayon * Math.sin(angle))},${arrondi(50 - rayon * Math.cos(angle))}`
}).join(' ')

const SIGNES: Record<Avis, string> = {
  bon: 'M33 51l12 12 23-26',
  reserve: 'M50 31v24M50 66.5v1',
  inconnu: 'M37 37l26 26M63 37l-26 26',
}

function Sceau({ avis }: { avis: Avis }) {
  return (
    <svg className={styles.sceau} data-avis={avis} viewBox="0 0 100 100" aria-hidden focusable="false">
      <polygon className={styles.bord} points={contour} />
      <circle className={styles.filet} cx="50" cy="50" r="34" />
      <path className={styles.signe} d={SIGNES[avis]} />
    </svg>
  )
}
