import { useQuery } from '@tanstack/react-query'
import styles from '#features/cheques/web/cheques.module.css'
import { type ChequeLu, chequesQueries } from '#features/cheques/web/cheques.queries.ts'
import { formatCheques } from '#features/cheques/web/cheques.words.ts'
import { type ActeCheque, ChequesTable } from '#features/cheques/web/ChequesTable.tsx'
import {
  chequesEntiers,
  isOuvert,
  type OngletProps,
  REJETES,
  remettables,
  type Selection,
} from '#features/cheques/web/cheques.onglets.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import { ceMois } from '#features/paiements/paiements.rules.ts'
import { useReglagesPaiements } from '#features/parametres/web/parametres.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Jours } from '#web/kit/list/PeriodeFields.tsx'
import { SearchField, useSearchField } from '#web/kit/list/SearchField.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { CaseDeLaPage } from '#web/kit/list/Cases.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const SEARCH_MS = 300
const TOUTES = { value: '', label: 'Toutes les banques' }

const VIDE: Record<EtatCheque, string> = {
  recu: 'Aucun chèque à remettre.',
  remis: 'Aucun chèque remis.',
  encaisse: 'Aucun chèque encaissé sur cette période.',
  rejete: 'Aucun chèque rejeté.',
}

interface ChequesTabProps extends OngletProps {
  etat: EtatCheque
  /** Undefined in a tab without tick boxes, or for a member who may do nothing with the cheques. */
  selection: Selection | undefined
  onAct: (acte: ActeCheque, cheque: ChequeLu) => void
}

export function ChequesTab({ etat, state, setState, selection, onAct }: ChequesTabProps) {
  const { page, recherche, banque } = state
  const dated = etat === 'encaisse' || etat === 'rejete'
  const told = state.du !== '' || state.au !== ''
  const { du, au } = dated ? (etat === 'encaisse' && !told ? ceMois() : state) : { du: '', au: '' }
  const rejetes = etat === 'rejete' && (REJETES.find(({ value }) => value === state.rejetes)?.value ?? '')
  const waiting = rejetes === ''
  const query = useQuery(
    chequesQueries.page(etat, { page, recherche, banque, du, au, a_representer: waiting ? '1' : undefined }),
  )
  const { banques } = useReglagesPaiements()
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
      <Filters
        set={[banque, dated && state.du, dated && state.au].filter(Boolean).length}
        asked={search.text !== ''}
        ours
        onReset={reset}
      >
        <SearchField search={search} placeholder="Client, reçu ou numéro de chèque..." />
        <SelectField
          aria-label="Banque"
          data={[TOUTES, ...noms.map((nom) => ({ value: nom, label: nom }))]}
          value={banque}
          onChange={(nom) => setState({ banque: nom ?? '' })}
        />
        {dated && <Jours du={du} au={au} onChange={setState} />}
      </Filters>
      {rejetes !== false && (
        <div className={`row between gap-4-16 ${styles.tete}`}>
          <Segments
            label="Chèques rejetés"
            choices={REJETES}
            value={rejetes}
            onChange={(next) => setState({ rejetes: next, page: 1 })}
          />
        </div>
      )}
      <Results
        query={query}
        loading="Chargement des chèques..."
        error="Erreur lors du chargement des chèques."
        cards={3}
        wide
      >
        {({ data, last_page, total, totals }) =>
          total === 0 ? (
            <Aucun etat={etat} filtered={filtered} waiting={waiting} />
          ) : (
            <>
              {selection && etat === 'recu' && (
                <p className={`dim ${styles.indication}`}>Cochez les chèques à porter à la banque.</p>
              )}
              {isOuvert(etat) && (
                <div className={`row between gap-4-16 ${styles.tete}`}>
                  {selection && <TousLesChoisir page={data} selection={selection} />}
                  <span className="bold">
                    {formatCheques(totals?.nombre ?? total, fromDecimal(totals?.montant ?? 0))}
                  </span>
                </div>
              )}
              <ChequesTable etat={etat} rows={data} selection={selection} onAct={onAct} />
              <Pager
                page={page}
                lastPage={last_page}
                onChange={({ page: next, replace }) => setState({ page: next }, { replace })}
                count={formatCompte(totals?.nombre ?? total, 'chèque')}
              />
            </>
          )
        }
      </Results>
    </>
  )
}

function Aucun({ etat, filtered, waiting }: { etat: EtatCheque; filtered: boolean; waiting: boolean }) {
  if (filtered && etat !== 'encaisse') return <EmptyState>Aucun chèque trouvé avec ces critères.</EmptyState>
  return (
    <EmptyState hint={etat === 'recu' && "Un versement par chèque apparaît ici dès qu'il est enregistré."}>
      {waiting ? 'Aucun chèque à représenter.' : VIDE[etat]}
    </EmptyState>
  )
}

/** Selects the whole page except the post-dated cheques, which the bank does not take yet. */
function TousLesChoisir({ page, selection }: { page: readonly ChequeLu[]; selection: Selection }) {
  const all = chequesEntiers(remettables(page))
  const selected = all.filter((cheque) => selection.has(cheque)).length
  const later = chequesEntiers(page).length - all.length
  return (
    <>
      <CaseDeLaPage total={all.length} selected={selected} onChange={() => selection.toggleAll(page)}>
        Tout sélectionner
      </CaseDeLaPage>
      {selected > 0 && later > 0 && (
        <span className={`dim ${styles.indication}`} role="status">
          {formatCompte(selected, 'sélectionné')} · {later} à échéance ultérieure
        </span>
      )}
    </>
  )
}
