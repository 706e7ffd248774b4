import { Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { LOCAUX_MAX } from '#features/generation/generation.rules.ts'
import { Part, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { AIDE_LOCAL } from '#features/generation/web/generation.words.ts'
import type { Saisie } from '#features/generation/web/saisie.ts'
import { AreaField, MoneyField, NumberField } from '#web/kit/field/NumberField.tsx'

type Locaux = Saisie['locaux']
interface PartLocauxProps {
  locaux: Locaux
  onChange: (patch: Partial<Locaux>) => void
}

export function PartLocaux({ locaux, onChange }: PartLocauxProps) {
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
          <div className={styles.paire}>
            <NumberField
              label="Locaux par bloc"
              withAsterisk
              size="md"
              decimalScale={0}
              min={1}
              max={LOCAUX_MAX}
              clampBehavior="none"
              value={locaux.nombre}
              onChange={(nombre) => onChange({ nombre })}
              {...erreur('locaux.nombre')}
            />
            <TextInput
              label="Numéro"
              withAsterisk
              size="md"
              maxLength={255}
              autoComplete="off"
              value={locaux.numero}
              onChange={({ currentTarget }) => onChange({ numero: currentTarget.value })}
              {...erreur('locaux.numero')}
            />
          </div>
          <p className={styles.aide}>{AIDE_LOCAL}</p>
          <div className={styles.paire}>
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
