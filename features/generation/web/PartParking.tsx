import { withHelp } from '#web/kit/field/hints.ts'
import { AIDE_POSITION } from '#features/biens/biens.words.ts'
import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { PLACES_MAX } from '#features/generation/generation.rules.ts'
import { Part, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import type { Saisie } from '#features/generation/web/saisie.ts'
import { TYPES_PLACE } from '#features/biens/parkings.contract.ts'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { AreaField, MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

type Parking = Saisie['parking']
interface PartParkingProps {
  parking: Parking
  plan: PlanLu
  onChange: (patch: Partial<Parking>) => void
}

const SORTES = [
  { value: 'nouveau', label: 'Nouveau parking' },
  { value: 'existant', label: 'Parking existant' },
] as const

/** First number after the last place of a parking. */
const libreApres = (plan: PlanLu, id: string | null): number =>
  Math.max(
    0,
    ...(plan.parkings.find((one) => String(one.id) === id)?.places ?? []).map(({ numero }) => Number(numero)),
  ) + 1

export function PartParking({ parking, plan, onChange }: PartParkingProps) {
  const { actif, sorte } = parking
  return (
    <Part
      titre="Parking"
      apres={
        <Switch
          label="Créer des places"
          checked={actif}
          onChange={({ currentTarget }) => onChange({ actif: currentTarget.checked })}
        />
      }
    >
      {actif && (
        <>
          {plan.parkings.length > 0 && (
            <Segments
              label="Quel parking"
              choices={SORTES}
              value={sorte}
              onChange={(next) =>
                onChange({ sorte: next, premier: next === 'nouveau' ? 1 : libreApres(plan, parking.id) })
              }
            />
          )}
          <Champs parking={parking} plan={plan} onChange={onChange} />
        </>
      )}
    </Part>
  )
}

function Champs({ parking, plan, onChange }: PartParkingProps) {
  const erreur = useErreur()
  return (
    <>
      {parking.sorte === 'nouveau' ? (
        <TextInput
          label="Nom"
          withAsterisk
          size="md"
          maxLength={255}
          autoComplete="off"
          value={parking.parking_nom}
          onChange={({ currentTarget }) => onChange({ parking_nom: currentTarget.value })}
          {...erreur('parking.parking_nom')}
        />
      ) : (
        <SelectField
          label="Parking"
          withAsterisk
          placeholder="Choisir un parking"
          data={plan.parkings.map(({ id, parking_nom }) => ({ value: String(id), label: parking_nom }))}
          value={parking.id}
          onChange={(id) => onChange({ id, premier: libreApres(plan, id) })}
          {...erreur('parking.id')}
        />
      )}
      <div className={`stack at-top gap-12 ${styles.paire}`}>
        <NumberField
          label="Nombre de places"
          withAsterisk
          size="md"
          decimalScale={0}
          min={1}
          max={PLACES_MAX}
          value={parking.nombre}
          onChange={(nombre) => onChange({ nombre })}
          {...erreur('parking.nombre')}
        />
        <NumberField
          label="Premier numéro"
          withAsterisk
          size="md"
          decimalScale={0}
          min={1}
          value={parking.premier}
          onChange={(premier) => onChange({ premier })}
          {...erreur('parking.premier')}
        />
        <SelectField
          label="Type"
          withAsterisk
          data={TYPES_PLACE.map((value) => ({ value, label: value }))}
          value={parking.type_place}
          onChange={(type_place) => onChange({ type_place: type_place ?? '' })}
          {...erreur('parking.type_place')}
        />
        <MoneyField
          label="Prix"
          withAsterisk
          size="md"
          value={parking.montant}
          onChange={(montant) => onChange({ montant })}
          {...erreur('parking.montant')}
        />
        <AreaField
          label="Superficie"
          size="md"
          value={parking.superficie}
          onChange={(superficie) => onChange({ superficie })}
          {...erreur('parking.superficie')}
        />
        <TextInput
          label="Position"
          size="md"
          maxLength={100}
          autoComplete="off"
          value={parking.position}
          onChange={({ currentTarget }) => onChange({ position: currentTarget.value })}
          {...withHelp(erreur('parking.position'), AIDE_POSITION)}
        />
      </div>
    </>
  )
}
