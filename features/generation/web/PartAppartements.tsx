import { withHelp } from '#web/kit/field/hints.ts'
import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { ARRONDIS, PLAGES_MAX } from '#features/generation/generation.rules.ts'
import { ModeleField, Part, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import {
  AIDE_LOT,
  AIDE_PAS,
  describeNumero,
  exempleDeLots,
  REPERES_DITS,
} from '#features/generation/web/generation.words.ts'
import { Plage } from '#features/generation/web/Plage.tsx'
import { plageSuivante, type PlageSaisie, type Saisie } from '#features/generation/web/saisie.ts'
import { formatNombre } from '#shared/argent.ts'
import { MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

type Appartements = Saisie['appartements']
interface PartAppartementsProps {
  appartements: Appartements
  /** Name of the first bloc, for the example. */
  bloc: string
  /** The same function at every render, so that typing in one row redraws no other. */
  onChange: (make: (avant: Appartements) => Partial<Appartements>) => void
}

const TARIFS = [
  { value: 'montant', label: 'Prix par lot' },
  { value: 'prixM2', label: 'Prix au m²' },
] as const
const PAS = [
  { value: 'montant', label: 'DA' },
  { value: 'pourcent', label: '%' },
] as const
const LISTE_DES_ARRONDIS = ARRONDIS.map((dinars) => ({
  value: String(dinars),
  label: dinars === 0 ? 'Ne pas arrondir' : `${formatNombre(dinars)} DA`,
}))

export function PartAppartements({ appartements, bloc, onChange }: PartAppartementsProps) {
  const { actif } = appartements
  return (
    <Part
      titre="Appartements"
      apres={
        <Switch
          label="Créer des appartements"
          checked={actif}
          onChange={({ currentTarget: { checked } }) => onChange(() => ({ actif: checked }))}
        />
      }
    >
      {actif && (
        <>
          <Plages appartements={appartements} onChange={onChange} />
          <Numeros appartements={appartements} bloc={bloc} onChange={onChange} />
          <Prix appartements={appartements} onChange={onChange} />
        </>
      )}
    </Part>
  )
}

function Plages({ appartements: { plages, prix }, onChange }: Omit<PartAppartementsProps, 'bloc'>) {
  const list = useRef<HTMLDivElement>(null)
  const change = useCallback(
    (cle: number, make: (avant: PlageSaisie) => Partial<PlageSaisie>) =>
      onChange((avant) => ({
        plages: avant.plages.map((plage) => (plage.cle === cle ? { ...plage, ...make(plage) } : plage)),
      })),
    [onChange],
  )
  const remove = useCallback(
    (cle: number) => {
      onChange((avant) => ({ plages: avant.plages.filter((plage) => plage.cle !== cle) }))
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('input')?.focus())
    },
    [onChange],
  )
  function add() {
    const plage = plageSuivante(plages.at(-1))
    onChange((avant) => ({ plages: [...avant.plages, plage] }))
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-cle="${plage.cle}"] input`)?.focus(),
    )
  }
  return (
    <div ref={list} className="column gap-16">
      <div className="at-start">
        <Segments
          label="Comment les prix sont donnés"
          choices={TARIFS}
          value={prix}
          onChange={(next) => onChange(() => ({ prix: next }))}
        />
      </div>
      {plages.map((plage, rang) => (
        <Plage
          key={plage.cle}
          plage={plage}
          rang={rang}
          prix={prix}
          seule={plages.length === 1}
          onChange={change}
          onRemove={remove}
        />
      ))}
      <Button
        variant="default"
        size="sm"
        className="at-start"
        leftSection={<IconPlus size={18} stroke={1.6} />}
        disabled={plages.length >= PLAGES_MAX}
        onClick={add}
      >
        Ajouter une plage de niveaux
      </Button>
    </div>
  )
}

function Numeros({ appartements: { numero, plages }, bloc, onChange }: PartAppartementsProps) {
  return (
    <ModeleField
      label="Numéro des lots"
      chemin="numero"
      value={numero}
      onChange={(value) => onChange(() => ({ numero: value }))}
      reperes={REPERES_DITS.lot}
      aide={AIDE_LOT}
      exemple={exempleDeLots(numero, bloc, Number(plages[0]?.de) || 0)}
      exempleDit={describeNumero(numero, bloc, plages[0])}
    />
  )
}

function Prix({
  appartements: { pas, valeur, des, arrondi },
  onChange,
}: Omit<PartAppartementsProps, 'bloc'>) {
  const erreur = useErreur()
  const Valeur = pas === 'montant' ? MoneyField : NumberField
  return (
    <div className={`stack at-top gap-12 ${styles.pas}`}>
      <div className={`stack gap-8 ${styles.ecart}`}>
        <Valeur
          key={pas}
          label="Pas par étage"
          size="md"
          allowNegative
          {...(pas === 'pourcent' && { suffix: '\u00A0%' })}
          placeholder="Aucun"
          value={valeur}
          onChange={(next) => onChange(() => ({ valeur: next }))}
          // The line stands under both, so that the unit stays beside its field.
          descriptionProps={{ className: 'visuallyHidden' }}
          {...withHelp(erreur('pas.valeur'), AIDE_PAS)}
        />
        <Segments
          label="Unité du pas"
          choices={PAS}
          value={pas}
          onChange={(next) => onChange(() => ({ pas: next, valeur: '' }))}
        />
        <p className="dim small flat" aria-hidden>
          {AIDE_PAS}
        </p>
      </div>
      <NumberField
        label="À partir du niveau"
        size="md"
        decimalScale={0}
        allowNegative
        value={des}
        onChange={(next) => onChange(() => ({ des: next }))}
        {...erreur('pas.des')}
      />
      <SelectField
        label="Arrondi"
        data={LISTE_DES_ARRONDIS}
        value={arrondi}
        onChange={(next) => onChange(() => ({ arrondi: next ?? '0' }))}
        {...erreur('arrondi')}
      />
    </div>
  )
}
