import { Switch, Textarea } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { LOCAUX_MAX } from '#features/generation/generation.rules.ts'
import { ModeleField, Part, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { AIDE_LOCAL, exempleDeLocaux, REPERES_DITS } from '#features/generation/web/generation.words.ts'
import type { Saisie } from '#features/generation/web/saisie.ts'
import { AreaField, MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'

type Locaux = Saisie['locaux']
interface PartLocauxProps {
  locaux: Locaux
  /** Name of the first bloc, for the example. */
  bloc: string
  onChange: (patch: Partial<Locaux>) => void
}

export function PartLocaux({ locaux, bloc, onChange }: PartLocauxProps) {
  const erreur = useErreur()
  return (
    <Part
      titre="Locaux"
      apres={
        <Switch
          label="Créer des locaux"
          checked={locaux.actif}
          onChange={({ currentTarget }) => onChange({ actif: currentTarget.checked })}
        />
      }
    >
      {locaux.actif && (
        <>
          <NumberField
            label="Locaux par bloc"
            withAsterisk
            size="md"
            decimalScale={0}
            min={1}
            max={LOCAUX_MAX}
            value={locaux.nombre}
            onChange={(nombre) => onChange({ nombre })}
            {...erreur('locaux.nombre')}
          />
          <ModeleField
            label="Numéro"
            chemin="locaux.numero"
            value={locaux.numero}
            onChange={(numero) => onChange({ numero })}
            reperes={REPERES_DITS.local}
            aide={AIDE_LOCAL}
            exemple={exempleDeLocaux(locaux.numero, bloc)}
          />
          <div className={`stack at-top gap-12 ${styles.paire}`}>
            <AreaField
              label="Surface"
              withAsterisk
              size="md"
              value={locaux.surface}
              onChange={(surface) => onChange({ surface })}
              {...erreur('locaux.surface')}
            />
            <MoneyField
              label="Prix"
              withAsterisk
              size="md"
              value={locaux.montant}
              onChange={(montant) => onChange({ montant })}
              {...erreur('locaux.montant')}
            />
          </div>
          <Textarea
            label="Description"
            size="md"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={locaux.description}
            onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
            {...erreur('locaux.description')}
          />
        </>
      )}
    </Part>
  )
}
