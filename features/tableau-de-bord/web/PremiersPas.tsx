import { Anchor, Button, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { PAS, premiersPasEndpoints, type Pas } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import styles from '#features/tableau-de-bord/web/PremiersPas.module.css'
import {
  premiersPasQuery,
  useFermerPremiersPas,
  type PremiersPasLus,
} from '#features/tableau-de-bord/web/premiers-pas.queries.ts'
import { residencesQuery } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { generationAt, sansContratAt, screens, type Adresse } from '#shared/paths.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { returnFocus } from '#web/kit/dialog/focus.ts'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import { IMPORTER, VENDRE } from '#web/kit/feedback/Gestes.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Tip } from '#web/kit/frame/Tip.tsx'
import { useUrlState } from '#web/kit/list/useUrlState.ts'

const reglages = (section: string): Adresse => ({ to: screens.parametres, search: { section } })

interface Etape extends Adresse {
  label: string
  /** Purpose of the step, beside its name. */
  aide?: string
}

/** Each step and the screen that does it (entree-2 G). */
const ETAPES: Readonly<Record<Pas, Etape>> = {
  societe: { label: 'Votre société', to: screens.promoteur },
  identite: { label: 'Identité légale et logo', aide: '(NIF, RC)', ...reglages('promoteur') },
  compte: { label: 'Un compte bancaire', ...reglages('paiements') },
  lots: { label: 'Une résidence et ses lots', to: screens.residences },
  clients: { label: "Vos clients d'Excel", to: screens.importer },
  vente: { ...VENDRE, label: 'Une première vente' },
  dates: {
    label: 'Les dates de contrat et les stades',
    aide: "(sinon personne n'est en retard)",
    ...sansContratAt,
  },
  versement: { label: 'Un premier versement et son reçu', to: screens.paiements },
  membre: { label: 'Un deuxième membre', to: screens.membres },
  copie: { label: 'Une sauvegarde hors de cette machine', ...reglages('sauvegardes') },
}

const DEMANDE = { premiers_pas: '' }
/** Value in the address from the palette: the first steps open, for all again where they were hidden. */
const OUI = 'oui'

export interface PremiersPasMontres {
  query: UseQueryResult<PremiersPasLus>
  /** Null where nothing is to be shown. */
  lus: PremiersPasLus | null
  ouvert: boolean
  onOuvrir: (ouvert: boolean) => void
  onMasquer: () => void
  occupe: boolean
}

/** The first steps of the dashboard and how they stand. Who has not the settings never asks for them. */
export function usePremiersPas({ success, error }: BannersState): PremiersPasMontres {
  const permis = usePeut()(premiersPasEndpoints.read)
  const query = useQuery({ ...premiersPasQuery, enabled: permis })
  const fermer = useFermerPremiersPas()
  const [{ premiers_pas }, setDemande] = useUrlState(DEMANDE)
  const [choisi, setChoisi] = useState<boolean | null>(null)
  const [rappele, setRappele] = useState(false)
  const { data } = query
  const save = (ferme: boolean) =>
    fermer.mutate(ferme, {
      onSuccess: ({ message }) => success(message),
      onError: (failure) => error(messageOf(failure, "Erreur lors de l'enregistrement.")),
    })
  const rappeler = useEffectEvent(() => {
    setDemande({ premiers_pas: '' }, { replace: true })
    if (data?.ferme) save(false)
  })
  const asked = premiers_pas === OUI && data !== undefined
  const [demande, setDemandee] = useState(false)
  if (asked !== demande) {
    setDemandee(asked)
    if (asked) {
      setRappele(true)
      setChoisi(true)
    }
  }
  // The request leaves the address, so that a reload asks for nothing.
  useEffect(() => {
    if (asked) rappeler()
  }, [asked])
  const reste = data?.data.some(({ fait }) => !fait) ?? false
  const vendu = data?.data.some(({ cle, fait }) => cle === 'vente' && fait) ?? false
  return {
    query,
    lus: data && !data.ferme && (reste || rappele) ? data : null,
    ouvert: choisi ?? !vendu,
    onOuvrir: setChoisi,
    onMasquer: () => {
      setRappele(false)
      save(true)
    },
    occupe: fermer.isPending,
  }
}

/** The panel above À traiter: ten lines until the first sale, one that unfolds from then on, nothing once all are done. */
export function PremiersPas({ query, lus, ...shown }: PremiersPasMontres) {
  if (!lus && !(query.isError && query.data === undefined)) return null
  if (lus) return <Panneau {...lus} {...shown} />
  return (
    <section className={`card shrinks ${styles.pas}`} aria-label="Premiers pas">
      <Results
        query={query}
        loading="Chargement des premiers pas..."
        error="Erreur lors du chargement des premiers pas."
        cards={0}
      >
        {() => null}
      </Results>
    </section>
  )
}

type PanneauProps = PremiersPasLus & Omit<PremiersPasMontres, 'query' | 'lus'>

function Panneau({ data, ouvert, onOuvrir, onMasquer, occupe }: PanneauProps) {
  const id = useId()
  const etapes = useId()
  // Hidden steps leave the focus to the screen.
  useEffect(() => () => returnFocus(null), [])
  const vendu = data.some(({ cle, fait }) => cle === 'vente' && fait)
  const titre = `Premiers pas : ${data.filter(({ fait }) => fait).length} sur ${PAS.length}`
  const Chevron = ouvert ? IconChevronDown : IconChevronRight
  return (
    <section
      className={`card stack shrinks gap-8 no-print ${styles.pas} ${ouvert ? '' : styles.replie}`}
      aria-labelledby={id}
    >
      <div className="line between gap-8">
        <Title order={2} id={id}>
          {vendu ? (
            <button
              type="button"
              className={`bare line gap-6 ${styles.titre}`}
              aria-expanded={ouvert}
              aria-controls={ouvert ? etapes : undefined}
              onClick={() => onOuvrir(!ouvert)}
            >
              <Chevron size={20} stroke={1.8} aria-hidden />
              {titre}
            </button>
          ) : (
            titre
          )}
        </Title>
        {ouvert && (
          <Tip label="Pour tous ; Ctrl+K « Premiers pas » les ramène.">
            <Button
              variant="subtle"
              size="sm"
              className={styles.masquer}
              leftSection={<IconEyeOff size={18} stroke={1.6} />}
              disabled={occupe}
              onClick={onMasquer}
            >
              Masquer
            </Button>
          </Tip>
        )}
      </div>
      {ouvert && (
        <ol id={etapes} className={`list column ${styles.etapes}`}>
          {data.map(({ cle, fait }) => (
            <Ligne key={cle} cle={cle} fait={fait} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Ligne({ cle, fait }: PremiersPasLus['data'][number]) {
  const { label, aide, to, search } = ETAPES[cle]
  return (
    <li
      className={`row gap-4-12 ${styles.etape} ${fait ? 'dim' : ''}`}
      data-fait={fait || undefined}
      data-pas={cle}
    >
      <span className={styles.marque} aria-hidden>
        {fait && '✓'}
      </span>
      <span className="grow shrinks">
        <Link to={to} {...(search && { search })} className={styles.nom}>
          {label}
          {fait && <span className="visuallyHidden"> (fait)</span>}
        </Link>
        {aide && <span className="dim small"> {aide}</span>}
      </span>
      {cle === 'lots' && <Lots />}
    </li>
  )
}

/** Both ways to lots: « Générer » opens the form of the one residence, else their list. */
function Lots() {
  const { data } = useQuery(residencesQuery)
  const [first] = data?.data ?? []
  const generer = data?.residences === 1 && first ? generationAt(first.id) : screens.residences
  return (
    <span className="line gap-4">
      {[
        { label: 'Générer', to: generer },
        { label: IMPORTER.label, to: IMPORTER.to },
      ].map(({ label, to }) => (
        <Anchor
          key={label}
          inherit
          className={styles.geste}
          renderRoot={(props) => <Link to={to} {...props} />}
        >
          {label}
        </Anchor>
      ))}
    </span>
  )
}
