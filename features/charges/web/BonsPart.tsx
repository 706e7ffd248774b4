import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CODES_ETAT_BON, ETATS_BON } from '#features/charges/charges.words.ts'
import { BonCard } from '#features/charges/web/BonCard.tsx'
import type { ChargesActions } from '#features/charges/web/charges.actions.ts'
import {
  AUCUN_FILTRE,
  type ChangeCharges,
  type ChargesAsked,
  etatOf,
} from '#features/charges/web/charges.adresse.ts'
import { chargesQueries } from '#features/charges/web/charges.queries.ts'
import { FournisseurField } from '#features/charges/web/FournisseurField.tsx'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Jours } from '#web/kit/list/PeriodeFields.tsx'
import { EnPlace } from '#web/kit/list/Puces.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const PAR_PAGE = 20
const ETATS = [
  { value: '', label: 'Tous les états' },
  ...CODES_ETAT_BON.map((value) => ({ value, label: ETATS_BON[value] })),
]

interface BonsPartProps {
  state: ChargesAsked
  onChange: ChangeCharges
  actions: ChargesActions
}

/** All vouchers, whatever their category, the latest first, narrowed by whom they are owed to, place, state and days. */
export function BonsPart({ state, onChange, actions }: BonsPartProps) {
  const { page, fournisseur, residence, etat, du, au } = state
  const query = useQuery(
    chargesQueries.bonsFiltres({
      page,
      per_page: PAR_PAGE,
      fournisseur,
      residence_id: residence || undefined,
      etat: etatOf(etat),
      du,
      au,
    }),
  )
  const set = [fournisseur, residence || '', etat, du, au].filter(Boolean).length
  return (
    <>
      <Filters ours set={set} onReset={() => onChange(AUCUN_FILTRE)}>
        <FiltreFournisseur
          key={fournisseur}
          applied={fournisseur}
          onApply={(nom) => onChange({ fournisseur: nom })}
        />
        <ResidenceSelect
          aria-label="Résidence"
          tous="Toutes les résidences"
          value={residence || null}
          onChange={(id) => onChange({ residence: id ?? 0 })}
        />
        <SelectField
          aria-label="État"
          data={ETATS}
          value={etatOf(etat) ?? ''}
          onChange={(chosen) => onChange({ etat: chosen ?? '' })}
        />
        <Jours du={du} au={au} onChange={onChange} />
      </Filters>
      <Results
        query={query}
        loading="Chargement des bons..."
        error="Erreur lors du chargement des bons."
        cards={5}
        wide
      >
        {({ data, last_page, total }) => (
          <>
            {data.length === 0 && page <= last_page ? (
              <EmptyState>
                {set > 0 ? 'Aucun bon pour ces critères.' : "Aucun bon d'achat enregistré."}
              </EmptyState>
            ) : (
              <div className="stack gap-12">
                <h2 className="visuallyHidden">Bons</h2>
                {data.map((bon) => (
                  <BonCard key={bon.id} bon={bon} actions={actions} premier={false} />
                ))}
              </div>
            )}
            <Pager
              page={page}
              lastPage={last_page}
              label="Pages des bons"
              count={formatCompte(total, 'bon')}
              onChange={({ page: next, replace }) => onChange({ page: next }, { replace })}
            />
          </>
        )}
      </Results>
    </>
  )
}

/** A whole name: it is asked for once it is chosen, entered or left, not letter by letter. */
function FiltreFournisseur({ applied, onApply }: { applied: string; onApply: (nom: string) => void }) {
  const [nom, setNom] = useState(applied)
  const apply = (wanted: string) => {
    if (wanted.trim() !== applied) onApply(wanted.trim())
  }
  return (
    <>
      <FournisseurField
        aria-label="Fournisseur"
        placeholder="Fournisseur"
        value={nom}
        onChange={setNom}
        onOptionSubmit={apply}
        onBlur={() => apply(nom)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply(nom)
        }}
        clearable
        onClear={() => apply('')}
      />
      <EnPlace label={applied} onRemove={() => onApply('')} />
    </>
  )
}
