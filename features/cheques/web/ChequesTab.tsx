import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import styles from '#features/cheques/web/cheques.module.css'
import { ChequesTable, type ActeCheque } from '#features/cheques/web/ChequesTable.tsx'
import { chequesQueries, type ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { formatCheques } from '#features/cheques/web/cheques.texts.ts'
import { isOuvert, type OngletProps } from '#features/cheques/web/onglets.ts'
import { joursDe } from '#web/kit/PeriodeFields.tsx'
import { remettables, type Selection } from '#features/cheques/web/useSelection.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import { readReglagesPaiements, reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { addJours, addMois, aujourdhui } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useSearchField } from '#web/kit/useSearchField.ts'

const SEARCH_MS = 300
const TOUTES = { value: '', label: 'Toutes les banques' }

const VIDE: Record<EtatCheque, string> = {
  recu: 'Aucun chèque à remettre.',
  remis: 'Aucun chèque remis.',
  encaisse: 'Aucun chèque encaissé sur cette période.',
  rejete: 'Aucun chèque rejeté.',
}

/** What the server shows of cleared cheques when no day is told. */
function thisMonth() {
  const du = `${aujourdhui().slice(0, 7)}-01`
  return { du, au: addJours(addMois(du, 1), -1) }
}

interface ChequesTabProps extends OngletProps {
  etat: EtatCheque
  /** Where they can be ticked, and whoever looks may do something with them. */
  selection: Selection | undefined
  onAct: (acte: ActeCheque, cheque: ChequeLu) => void
}

/** The cheques at one step: search, bank and period, what they come to, page by page. */
export function ChequesTab({ etat, state, setState, selection, onAct }: ChequesTabProps) {
  const { page, recherche, banque } = state
  const dated = etat === 'encaisse' || etat === 'rejete'
  const told = state.du !== '' || state.au !== ''
  const { du, au } = dated ? (etat === 'encaisse' && !told ? thisMonth() : state) : { du: '', au: '' }
  const query = useQuery(chequesQueries.page(etat, { page, recherche, banque, du, au }))
  const reglages = useQuery(reglagesQuery)
  const { banques } = readReglagesPaiements(reglages.data?.['paiements'])
  const search = useSearchField(
    recherche,
    (text) => setState({ recherche: text }, { replace: true }),
    SEARCH_MS,
  )
  const noms = [...new Set([...banques, ...(banque === '' ? [] : [banque])])]
  const filtered = recherche !== '' || banque !== '' || (dated && told)
  function reset() {
    search.clear()
    setState({ recherche: '', banque: '', du: '', au: '' })
  }
  return (
    <>
      <Filters set={[banque, dated && state.du, dated && state.au].filter(Boolean).length} onReset={reset}>
        <SearchField search={search} placeholder="Client, reçu ou numéro de chèque..." />
        <SelectField
          aria-label="Banque"
          data={[TOUTES, ...noms.map((nom) => ({ value: nom, label: nom }))]}
          value={banque}
          onChange={(nom) => setState({ banque: nom ?? '' })}
        />
        {dated && joursDe({ du, au, onChange: setState })}
      </Filters>
      <Results
        query={query}
        loading="Chargement des chèques..."
        error="Erreur lors du chargement des chèques."
        cards={3}
        wide
      >
        {({ data, last_page, total, totals }) =>
          total === 0 ? (
            <Aucun etat={etat} filtered={filtered} />
          ) : (
            <>
              {isOuvert(etat) && (
                <div className={styles.tete}>
                  {selection && <TousLesChoisir page={data} selection={selection} />}
                  <span className={styles.somme}>
                    {formatCheques(totals?.nombre ?? total, fromDecimal(totals?.montant ?? 0))}
                  </span>
                </div>
              )}
              <ChequesTable etat={etat} rows={data} selection={selection} onAct={onAct} />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={(next) => setState({ page: next })}
                count={formatCompte(total, 'chèque')}
              />
            </>
          )
        }
      </Results>
    </>
  )
}

function Aucun({ etat, filtered }: { etat: EtatCheque; filtered: boolean }) {
  if (filtered && etat !== 'encaisse') return <EmptyState>Aucun chèque trouvé avec ces critères.</EmptyState>
  return (
    <EmptyState hint={etat === 'recu' && "Un versement par chèque apparaît ici dès qu'il est enregistré."}>
      {VIDE[etat]}
    </EmptyState>
  )
}

/** Ticks the page, those aside that the bank does not take yet. */
function TousLesChoisir({ page, selection }: { page: readonly ChequeLu[]; selection: Selection }) {
  const box = useRef<HTMLInputElement>(null)
  const all = remettables(page)
  const chosen = all.filter(({ id }) => selection.has(id)).length
  const some = chosen > 0 && chosen < all.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className={styles.tous}>
      <input
        ref={box}
        type="checkbox"
        checked={all.length > 0 && chosen === all.length}
        disabled={all.length === 0}
        onChange={() => selection.toggleAll(page)}
      />
      Tout sélectionner
    </label>
  )
}
