import { usePeut } from '#web/kit/call/usePeut.ts'
import { Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQueries, useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import {
  actionsFor,
  destinations,
  type Destination,
  type Ecran,
} from '#features/recherche/web/destinations.ts'
import styles from '#features/recherche/web/GlobalSearch.module.css'
import { ApiError, messageOf, callApi } from '#web/kit/call/api.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useDebounced } from '#web/kit/list/useDebounced.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { formatCompte } from '#shared/texte.ts'
import { ETATS_DU_BIEN } from '#shared/etats.ts'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { readRecent } from '#features/recherche/web/recents.ts'
import { keepRecent, readRecents, type Recent } from '#web/kit/frame/storage.ts'
import { Montant } from '#web/kit/card/Montant.tsx'

const rechercheQuery = (texte: string) =>
  queryOptions({
    queryKey: ['recherche', texte],
    queryFn: ({ signal }) => callApi(rechercheEndpoints.search, { query: { q: texte }, signal }),
    enabled: texte !== '',
    placeholderData: keepPreviousData,
  })

const DELAY_MS = 200

const CHERCHE = 'Client, téléphone, lot, local, place, bloc, reçu, bon ou écran'

interface SearchPaletteProps {
  menu: readonly Ecran[]
  text: string
  /** Kind of record that comes first. */
  first?: string | undefined
  onText: (text: string) => void
  onClose: () => void
}

interface Groupe {
  label: string
  lines: readonly Destination[]
}

const recentQuery = (recent: Recent) =>
  queryOptions({
    queryKey: ['recent', recent.genre, recent.id],
    async queryFn({ signal }): Promise<{ recent: Recent; line: Destination | null }> {
      try {
        return { recent, line: await readRecent(recent, signal) }
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { recent, line: null }
        throw error
      }
    },
  })

/** The records opened last. One that is gone is told once, and leaves the device. */
function useRecents(): { lines: Destination[]; gone: number } {
  const membre = useUtilisateur()?.id
  const [recents] = useState(() => (membre === undefined ? [] : readRecents(membre)))
  const found = useQueries({ queries: recents.map(recentQuery) }).flatMap(({ data }) => data ?? [])
  const gone = found.filter(({ line }) => line === null)
  const forget = useEffectEvent(() => {
    if (membre !== undefined) for (const { recent } of gone) keepRecent(membre, recent, { gone: true })
  })
  useEffect(() => {
    if (gone.length > 0) forget()
  }, [gone.length])
  return { lines: found.flatMap(({ line }) => line ?? []), gone: gone.length }
}

/** ↑ ↓ choose a line, → or Tab its offer. An Enter typed before the answer waits for it, so that it never opens an older hit. */
export function SearchPalette({ menu, text, first, onText, onClose }: SearchPaletteProps) {
  const [active, setActive] = useState(0)
  const [aside, setAside] = useState(false)
  const [eager, setEager] = useState(false)
  const wanted = useDebounced(text.trim(), DELAY_MS)
  const query = useQuery(rechercheQuery(wanted))
  const navigate = useNavigate()
  const list = useId()
  const peut = usePeut()
  const recents = useRecents()
  const results = destinations(text, menu, wanted ? (query.data?.data ?? []) : [], peut, first)
  const shortcuts: readonly Groupe[] = [
    { label: 'Actions', lines: actionsFor(peut) },
    { label: 'Récents', lines: recents.lines },
  ]
  const blank = text.trim() === ''
  const groups = [
    ...(blank ? [] : [{ label: 'Résultats', lines: results }]),
    // The acts and what was opened last stay within reach when the search fails.
    ...(blank || query.isError ? shortcuts : []),
  ].filter(({ lines }) => lines.length > 0)
  const found = groups.flatMap(({ lines }) => lines)
  const current = Math.min(active, found.length - 1)
  const chosen = found[current]
  const typed = text.trim()
  const busy = typed !== wanted || query.isFetching
  // True when the chosen line was found for other words, and may be another client's.
  const stale =
    typed !== '' &&
    (typed !== wanted || query.isPlaceholderData || query.isPending) &&
    (first !== undefined || !destinations(text, menu, [], peut)[current])
  const offre = aside && !stale ? chosen?.offre : undefined

  const go = ({ to, search, ailleurs = false }: Pick<Destination, 'to' | 'search' | 'ailleurs'>) => {
    onClose()
    if (ailleurs) window.open(to, '_blank', 'noopener')
    else void navigate({ to, search: search ?? {} })
  }
  const choose = (index: number, besides = false) => {
    setActive(index)
    setAside(besides)
    setEager(false)
  }
  const goNow = useEffectEvent(() => {
    const wants = aside ? offre : chosen
    if (wants) go(wants)
  })
  useEffect(() => {
    if (eager && !stale) goNow()
  }, [eager, stale])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, shiftKey, currentTarget: field } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    // Before the end of the text the arrow moves the caret.
    const atEnd = field.selectionStart === field.value.length
    const besides = (key === 'Tab' && !shiftKey) || (key === 'ArrowRight' && atEnd)
    const back = (key === 'Tab' && shiftKey) || key === 'ArrowLeft'
    if (step !== undefined && found.length > 0) choose((current + step + found.length) % found.length)
    else if (besides && !aside && (stale || chosen?.offre)) setAside(true)
    else if (back && aside) setAside(false)
    else if (key === 'Enter' && stale) setEager(true)
    else if (key === 'Enter' && chosen) go(offre ?? chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Dialog title="Rechercher partout" onClose={onClose} size="lg" fixed={styles.frame ?? ''}>
      <TextInput
        className={styles.palette}
        data-autofocus
        role="combobox"
        aria-label={CHERCHE}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${current}${offre ? '-offre' : ''}`}
        aria-autocomplete="list"
        placeholder={`${CHERCHE}…`}
        value={text}
        maxLength={255}
        onChange={(event) => (onText(event.currentTarget.value), choose(0))}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={busy && wanted && <Loader size={18} role="status" aria-label="Recherche en cours" />}
      />
      {query.isError && (
        <Banner kind="error">{messageOf(query.error, 'Erreur lors de la recherche.')}</Banner>
      )}
      <div className={styles.list} id={list} role="listbox" aria-label="Résultats">
        {groups.map(({ label, lines }) => (
          <div key={label} role="group" aria-label={label}>
            <div className={`dim bold ${styles.group}`} aria-hidden>
              {label}
            </div>
            {lines.map((destination) => {
              const index = found.indexOf(destination)
              return (
                <SearchOption
                  key={destination.key}
                  id={`${list}-${index}`}
                  destination={destination}
                  active={index === current && (aside && destination.offre ? 'offre' : 'ligne')}
                  onChoose={go}
                  onHover={(besides) => choose(index, besides)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0 &&
          typed !== '' &&
          !busy &&
          !query.isError &&
          `Rien ne correspond à « ${typed} ».`}
        {typed === '' && (
          <>
            {recents.gone > 0 && (
              <span className={styles.gone}>
                {recents.gone > 1
                  ? `${recents.gone} des derniers ouverts n'existent plus. `
                  : "Un des derniers ouverts n'existe plus. "}
              </span>
            )}
            Tapez un nom, un téléphone, « lot 302 », un numéro de reçu ou le nom d'un écran.
            <span className={styles.touche}> ↑ ↓ pour choisir, Entrée pour y aller.</span>
          </>
        )}
        {chosen?.offre && !offre && (
          <span className={styles.touche}>Tab : {chosen.offre.label.toLowerCase()}</span>
        )}
      </p>
    </Dialog>
  )
}

interface SearchOptionProps {
  id: string
  destination: Destination
  /** The chosen part: the line itself ('ligne') or its offer; false when the line is not chosen. */
  active: 'ligne' | 'offre' | false
  onChoose: (where: Pick<Destination, 'to' | 'search' | 'ailleurs'>) => void
  onHover: (offre: boolean) => void
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A hit of the palette and its offer. Only the mouse uses these buttons: the text field keeps the focus and handles the keys. */
function SearchOption({ id, destination, active, onChoose, onHover }: SearchOptionProps) {
  const { icon: Icon, title, under, client, totaux, montant, etat, offre } = destination
  return (
    <div className={`row ${styles.row}`} role="presentation" data-active={active || undefined}>
      <button
        type="button"
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active === 'ligne'}
        className={`bare row shrinks ${styles.option}`}
        onClick={() => onChoose(destination)}
        onMouseMove={() => onHover(false)}
        ref={active ? intoView : undefined}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={`stack shrinks grow ${styles.names}`}>
          <span className="bold" data-nom>
            {title}
          </span>
          {under && <span className="dim small anywhere">{under}</span>}
        </span>
        {client && (
          <span className={`dim small anywhere ${styles.client}`} data-nom>
            {client}
          </span>
        )}
        {totaux && (
          <span className={`dim small anywhere nowrap ${styles.reste}`}>
            {totaux.biens > 1 && `${formatCompte(totaux.biens, 'bien')} · `}reste{' '}
            <Montant decimal={totaux.resteAPayer} />
          </span>
        )}
        {montant !== undefined && (
          <span className={`dim small anywhere nowrap ${styles.reste}`}>
            <Montant decimal={montant} />
          </span>
        )}
        {etat && <StatusBadge tone={ETATS_DU_BIEN[etat].ton}>{ETATS_DU_BIEN[etat].mot}</StatusBadge>}
      </button>
      {offre && active && (
        <button
          type="button"
          id={`${id}-offre`}
          role="option"
          tabIndex={-1}
          aria-selected={active === 'offre'}
          aria-label={`${offre.label} de ${title}`}
          className={`bare nowrap ${styles.offre}`}
          onClick={() => onChoose(offre)}
          onMouseMove={() => onHover(true)}
        >
          {offre.label}
        </button>
      )}
    </div>
  )
}
