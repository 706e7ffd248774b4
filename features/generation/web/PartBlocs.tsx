import { MultiSelect, Textarea } from '@mantine/core'
import { BLOCS_MAX, lettre } from '#features/generation/generation.rules.ts'
import { ModeleField, Part, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { AIDE_BLOC, exempleDeBlocs, rangOf, REPERES_DITS } from '#features/generation/web/generation.words.ts'
import type { Saisie } from '#features/generation/web/saisie.ts'
import type { PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'

type Blocs = Saisie['blocs']
interface PartBlocsProps {
  blocs: Blocs
  plan: PlanLu
  onChange: (patch: Partial<Blocs>) => void
  onLeave: (chemin: string) => void
}

const SORTES = [
  { value: 'nouveaux', label: 'Nouveaux blocs' },
  { value: 'existants', label: 'Blocs existants' },
] as const

export function PartBlocs({ blocs, plan, onChange, onLeave }: PartBlocsProps) {
  const erreur = useErreur()
  return (
    <Part
      titre="Blocs"
      apres={
        plan.blocs.length > 0 && (
          <Segments
            label="Où créer les lots"
            choices={SORTES}
            value={blocs.sorte}
            onChange={(sorte) => onChange({ sorte })}
          />
        )
      }
    >
      {blocs.sorte === 'nouveaux' ? (
        <>
          <div className={`stack at-top gap-12 ${styles.paire}`}>
            <NumberField
              label="Nombre de blocs"
              withAsterisk
              size="md"
              decimalScale={0}
              min={1}
              max={BLOCS_MAX}
              value={blocs.nombre}
              onChange={(nombre) => onChange({ nombre })}
              {...erreur('blocs.nombre')}
            />
            <NumberField
              label="Premier"
              size="md"
              decimalScale={0}
              min={1}
              max={999}
              suffix={blocs.premier === '' ? '' : ` (${lettre(rangOf(blocs.premier))})`}
              value={blocs.premier}
              onChange={(premier) => onChange({ premier })}
              {...erreur('blocs.premier')}
            />
          </div>
          <ModeleField
            label="Nom des blocs"
            chemin="blocs.nom"
            value={blocs.nom}
            onChange={(nom) => onChange({ nom })}
            reperes={REPERES_DITS.bloc}
            aide={AIDE_BLOC}
            exemple={exempleDeBlocs(blocs.nom, rangOf(blocs.premier))}
          />
          <Textarea
            label="Description"
            placeholder="Facultative : sans elle, le nom du bloc."
            size="md"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={blocs.description}
            onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
            {...erreur('blocs.description')}
          />
        </>
      ) : (
        <MultiSelect
          label="Blocs"
          withAsterisk
          size="md"
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="Aucun résultat"
          maxValues={BLOCS_MAX}
          placeholder={blocs.ids.length > 0 ? undefined : 'Choisir des blocs'}
          data={plan.blocs.map(({ id, nomloc }) => ({ value: String(id), label: nomloc }))}
          value={blocs.ids}
          onChange={(ids) => onChange({ ids })}
          onBlur={() => onLeave('blocs.ids')}
          error={erreur('blocs.ids').error}
        />
      )}
    </Part>
  )
}
