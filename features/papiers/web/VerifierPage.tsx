import { Button, TextInput } from '@mantine/core'
import { useQuery, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { type Verification, verificationEndpoints } from '#features/papiers/papiers.contract.ts'
import { TITRES, TITRES_DES_VARIANTES } from '#features/papiers/papiers.texts.ts'
import { PageDuPromoteur } from '#features/promoteur/web/PageDuPromoteur.tsx'
import styles from '#features/papiers/web/verification.module.css'
import { libelleEnArabe } from '#shared/arabe.ts'
import { formatCode, parseCode } from '#shared/codes.ts'
import { formatJourCourt, formatJourLong } from '#shared/dates.ts'
import { fillIn, MOTS_PUBLICS } from '#shared/mots-publics.ts'
import type { Langue } from '#shared/papiers.ts'
import { isoleLieux } from '#shared/texte.ts'
import type { Tone } from '#web/kit/feedback/tones.ts'
import { MontantDit } from '#web/kit/card/MontantDit.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { ApiError, callApi } from '#web/kit/call/api.ts'
import { phraseDuRefus, useLangue } from '#web/kit/frame/PublicLayout.tsx'
import layout from '#web/kit/frame/PublicLayout.module.css'
import { screens } from '#shared/paths.ts'

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

/** Public page where a bank, a notary or a buyer checks the code of a paper. */
export function VerifierPage() {
  const { code = '' } = useParams({ strict: false })
  const query = useQuery({ ...verificationQuery(code), enabled: code !== '' })
  const { mots } = useLangue()
  return (
    <PageDuPromoteur wide title={mots.verifier} phrase={mots.verifierDe}>
      {code === '' ? (
        <p className={layout.lead}>{mots.recopiez}</p>
      ) : (
        <Resultat key={code} code={code} query={query} />
      )}
      <Demande key={`demande ${code}`} autre={code !== ''} />
    </PageDuPromoteur>
  )
}

function Demande({ autre }: { autre: boolean }) {
  const navigate = useNavigate()
  const [saisie, setSaisie] = useState('')
  const [faute, setFaute] = useState<'codeRequis' | 'codeIncomplet' | null>(null)
  const { mots } = useLangue()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lu = parseCode(saisie)
    if (saisie.trim() === '') setFaute('codeRequis')
    else if (lu === null) setFaute('codeIncomplet')
    else void navigate({ to: `${screens.verifier}/${formatCode(lu)}` })
  }
  return (
    <form
      noValidate
      className={`stack gap-14 ${styles.demande}`}
      data-autre={autre || undefined}
      onSubmit={submit}
    >
      <TextInput
        label={autre ? mots.autreCode : mots.code}
        placeholder="K7QM-4T2X-9PBD"
        value={saisie}
        error={faute && mots[faute]}
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
        {mots.verifierLe}
      </Button>
    </form>
  )
}

function Resultat({ code, query }: { code: string; query: UseQueryResult<Verification> }) {
  const { data, error, isPending, refetch } = query
  const { langue, mots } = useLangue()
  if (isPending) return <p role="status">{mots.verification}</p>
  if (data) return <Trouve verification={data} />
  if (error instanceof ApiError && error.status === 404)
    return (
      <div className={`line centered ${styles.resultat}`} role="status">
        <Sceau avis="inconnu" />
        <p className={`bold ${styles.avis}`} data-tone={TONS.inconnu}>
          {phraseDuRefus(error, langue, { 404: mots.codeInconnu }, mots.codeInconnu)}
        </p>
        <p className={`dim anywhere ${styles.lu}`} dir="ltr">
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
            {mots.reessayer}
          </Button>
        }
      >
        {phraseDuRefus(error, langue, {}, mots.verificationEchouee)}
      </Banner>
    </div>
  )
}

const AVIS: Record<Verification['etat'], Avis> = { valide: 'bon', annulé: 'reserve', rejeté: 'reserve' }

function Trouve({ verification }: { verification: Verification }) {
  const { genre, numero, date, montant, bien, client, promoteur, etat } = verification
  const { langue, mots } = useLangue()
  const { fait } = mots
  const avis = AVIS[etat]
  const facts: [label: string, value: ReactNode][] = [
    [fait.document, translateGenre(genre, langue)],
    [fait.numero, numero],
    [fait.date, langue === 'ar' ? formatJourCourt(date) : formatJourLong(date)],
    [fait.montant, montant === null ? null : <MontantDit decimal={montant} />],
    [fait.bien, langue === 'ar' ? libelleEnArabe(bien) : isoleLieux(bien)],
    [fait.client, client],
    [fait.promoteur, promoteur],
  ]
  return (
    <>
      <div className={`line centered ${styles.resultat}`} role="status">
        <Sceau avis={avis} />
        <p className={`bold ${styles.avis}`} data-tone={TONS[avis]}>
          {mots.avis[etat]}
        </p>
      </div>
      <dl className={`facts ${styles.faits}`}>
        {facts.map(([label, value]) =>
          value === null || value === '' ? null : (
            <div key={label} className="stack gap-12">
              <dt>{label}</dt>
              <dd className="bold figures anywhere">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className={`bold ${styles.etat}`} data-tone={TONS[avis]}>
        {fillIn(mots.etat, mots.etatDit[etat])}
      </p>
      <p className={styles.fin}>{mots.comparez}</p>
    </>
  )
}

const TITRES_ARABES = new Map(
  [...Object.values(TITRES), ...Object.values(TITRES_DES_VARIANTES)].map(({ fr, ar }) => [fr, ar]),
)

/** Name of a paper in the language of the page. */
const translateGenre = (genre: string, langue: Langue): string => {
  if (langue === 'fr') return genre
  return genre === MOTS_PUBLICS.fr.recuDeVersement
    ? MOTS_PUBLICS.ar.recuDeVersement
    : (TITRES_ARABES.get(genre) ?? genre)
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

const TONS: Record<Avis, Tone> = { bon: 'green', reserve: 'yellow', inconnu: 'red' }

const SIGNES: Record<Avis, string> = {
  bon: 'M33 51l12 12 23-26',
  reserve: 'M50 31v24M50 66.5v1',
  inconnu: 'M37 37l26 26M63 37l-26 26',
}

function Sceau({ avis }: { avis: Avis }) {
  return (
    <svg className={styles.sceau} data-tone={TONS[avis]} viewBox="0 0 100 100" aria-hidden focusable="false">
      <polygon className={styles.bord} points={contour} />
      <circle className={styles.filet} cx="50" cy="50" r="34" />
      <path className={styles.signe} d={SIGNES[avis]} />
    </svg>
  )
}
