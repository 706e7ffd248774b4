import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { ETATS_DITS, LEGENDE } from '#features/plan-de-vente/plan-de-vente.words.ts'
import {
  countFiltres,
  joinList,
  lotsOf,
  SANS_FILTRE,
  typesOf,
  type Adresse,
  type Filtres,
} from '#features/plan-de-vente/web/filtres.ts'
import { morceauxOf, nomDuMorceau } from '#features/plan-de-vente/web/Partie.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { formatNombre, readCentiemes } from '#shared/argent.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { LIGNES_D_ETAT, TOUS_LES_ETATS } from '#shared/etats.ts'
import { AreaField, MoneyField } from '#web/kit/field/NumberField.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { EnPlace } from '#web/kit/list/Puces.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useDebounced } from '#web/kit/list/useDebounced.ts'

interface FiltresDuPlanProps {
  residence: number
  plan: PlanLu | undefined
  state: Adresse
  setState: (patch: Partial<Adresse>, options?: { replace?: boolean }) => void
  filtres: Filtres
  client: boolean
  onError: (message: string) => void
}

type Borne = 'prix_min' | 'prix_max' | 'surface_min' | 'surface_max'

/** Choice of the residence and the bloc, and the filters of lots; the address keeps them all. */
export function FiltresDuPlan({
  residence,
  plan,
  state,
  setState,
  filtres,
  client,
  onError,
}: FiltresDuPlanProps) {
  const [turn, setTurn] = useState(0)
  const types = plan ? typesOf(lotsOf(plan)) : []
  const etats = client
    ? LEGENDE.client.map((value) => ({ value, label: ETATS_DITS[value].mot }))
    : LIGNES_D_ETAT
  const borne = (Field: typeof MoneyField, name: Borne, label: string, placeholder: string) => (
    <BorneField
      key={`${name} ${turn}`}
      Field={Field}
      label={label}
      placeholder={placeholder}
      value={state[name]}
      onChange={(value) => setState({ [name]: value }, { replace: true })}
    />
  )
  const libere = (...bornes: readonly Borne[]) => {
    setTurn(turn + 1)
    setState(Object.fromEntries(bornes.map((name) => [name, ''])))
  }
  const dits = etats.filter(({ value }) => filtres.choix.includes(value)).map(({ label }) => label)
  return (
    <Filters
      set={countFiltres(filtres)}
      asked={state.bloc !== ''}
      ours
      unfold="Filtrer"
      folds
      onReset={() => {
        setTurn(turn + 1)
        setState({ ...SANS_FILTRE, bloc: '' })
      }}
    >
      <div className={styles.lieux}>
        <ResidenceSelect
          label="Résidence"
          value={residence || null}
          onUnloaded={() => onError('Erreur lors du chargement des résidences.')}
          onChange={(id) => id && setState({ residence: id, bloc: '', type: '' })}
        />
        <SelectField
          label="Bloc"
          data={[
            { value: '', label: 'Tous les blocs' },
            ...(plan ? morceauxOf(plan).map((part) => ({ value: part.cle, label: nomDuMorceau(part) })) : []),
          ]}
          value={state.bloc}
          onChange={(bloc) => setState({ bloc: bloc ?? '' })}
        />
      </div>
      <MultiSelect
        label="État"
        placeholder={filtres.choix.length > 0 ? undefined : TOUS_LES_ETATS}
        data={etats}
        maxDropdownHeight={320}
        value={[...filtres.choix]}
        onChange={(values) => setState({ etat: joinList(values) })}
        clearable
        size="md"
      />
      <MultiSelect
        label="Type"
        placeholder={filtres.types.length > 0 ? undefined : 'Tous'}
        data={types}
        value={[...filtres.types]}
        onChange={(values) => setState({ type: joinList(values) })}
        clearable
        size="md"
      />
      {!client && (
        <div className={`stack gap-8 ${styles.bornes}`} role="group" aria-label="Prix">
          {borne(MoneyField, 'prix_min', 'Prix de', 'Minimum')}
          {borne(MoneyField, 'prix_max', 'à', 'Maximum')}
        </div>
      )}
      <div className={`stack gap-8 ${styles.bornes}`} role="group" aria-label="Surface">
        {borne(AreaField, 'surface_min', 'Surface de', 'Minimum')}
        {borne(AreaField, 'surface_max', 'à', 'Maximum')}
      </div>
      <EnPlace label={dits.join(', ')} onRemove={() => setState({ etat: '' })} />
      <EnPlace label={filtres.types.join(', ')} onRemove={() => setState({ type: '' })} />
      <EnPlace label={entre('Prix', filtres.prix, 'DA')} onRemove={() => libere('prix_min', 'prix_max')} />
      <EnPlace
        label={entre('Surface', filtres.surface, 'm²')}
        onRemove={() => libere('surface_min', 'surface_max')}
      />
    </Filters>
  )
}

/** « Prix de 11 000 000 à 20 000 000 DA », « Surface jusqu'à 90 m² »; '' without bounds. */
function entre(quoi: string, [min, max]: Filtres['prix'], unite: string): string {
  const dit = (borne: number) => formatNombre(borne)
  if (min !== null && max !== null) return `${quoi} de ${dit(min)} à ${dit(max)} ${unite}`
  if (min !== null) return `${quoi} à partir de ${dit(min)} ${unite}`
  return max === null ? '' : `${quoi} jusqu'à ${dit(max)} ${unite}`
}

interface BorneFieldProps {
  Field: typeof MoneyField
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

const TYPING_MS = 300

function BorneField({ Field, label, placeholder, value, onChange }: BorneFieldProps) {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed, TYPING_MS)
  const apply = useEffectEvent((text: string) => {
    if (text !== value) onChange(text)
  })
  useEffect(() => apply(settled), [settled])
  return (
    <Field
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={typed}
      error={settled === typed && typed !== '' && readCentiemes(typed) === null && VALEUR_INVALIDE}
      onChange={(next) => setTyped(String(next))}
    />
  )
}
