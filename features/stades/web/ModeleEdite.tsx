import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconEdit, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import { CENT_POUR_CENT, LIGNES_DE_MODELE_MAX } from '#features/echeancier/modeles.contract.ts'
import { DECLENCHEURS } from '#features/echeancier/echeancier.rules.ts'
import section from '#features/parametres/web/Parametres.module.css'
import type { Stade } from '#features/stades/stades.contract.ts'
import { LISTE_DES_DECLENCHEURS } from '#features/echeancier/declencheurs.ts'
import {
  direPourcents,
  newLigne,
  sumPourcents,
  type LigneSaisie,
  type ModeleSaisi,
} from '#features/stades/web/modeleSaisi.ts'
import styles from '#features/stades/web/stades.module.css'
import { formatPourcent } from '#shared/argent.ts'
import { IconAction } from '#web/kit/IconAction.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

/** Sentences by field: `nom`, `lignes`, `lignes.2.pourcent`. */
export type Erreurs = Readonly<Record<string, string>>

interface ModeleEditeProps {
  modele: ModeleSaisi
  rang: number
  stades: readonly Stade[]
  erreurs: Erreurs
  opened: boolean
  onToggle: () => void
  onChange: (patch: Partial<ModeleSaisi>) => void
  onDefault: () => void
  onRemove: () => void
}

/** A modèle: its name and what it divides into, then its fields once it is opened. */
export function ModeleEdite(props: ModeleEditeProps) {
  const { modele, rang, opened, onToggle, onRemove } = props
  const nom = modele.nom || `Modèle ${rang}`
  return (
    <div className={styles.modele} role="group" aria-label={nom}>
      <div className={styles.modeleTete}>
        <span className={styles.nom}>
          <strong data-nom>{nom}</strong>
          <span className={section.note}> {direPourcents(modele)}</span>
        </span>
        {modele.par_defaut && <StatusBadge tone="blue">Par défaut</StatusBadge>}
        <span>
          <IconAction
            icon={IconEdit}
            label={`${opened ? 'Replier' : 'Modifier'} ${nom}`}
            onClick={onToggle}
          />
          <IconAction icon={IconTrash} label={`Supprimer le modèle ${nom}`} danger onClick={onRemove} />
        </span>
      </div>
      {opened && <Champs {...props} />}
    </div>
  )
}

function Champs({ modele, stades, erreurs, onChange, onDefault }: ModeleEditeProps) {
  const { nom, par_defaut, lignes } = modele
  const somme = sumPourcents(modele)
  const changeLigne = (index: number, patch: Partial<LigneSaisie>) =>
    onChange({ lignes: lignes.map((ligne, at) => (at === index ? { ...ligne, ...patch } : ligne)) })
  return (
    <>
      <TextInput
        label="Nom"
        withAsterisk
        required
        maxLength={120}
        autoComplete="off"
        value={nom}
        error={erreurs['nom']}
        onChange={({ currentTarget }) => onChange({ nom: currentTarget.value })}
      />
      <Checkbox
        label="Par défaut"
        checked={par_defaut}
        onChange={() => {
          if (!par_defaut) onDefault()
        }}
      />
      {lignes.map((ligne, index) => (
        <Ligne
          key={ligne.cle}
          ligne={ligne}
          rang={index + 1}
          stades={stades}
          erreurOf={(champ) => erreurs[`lignes.${index}.${champ}`]}
          onChange={(patch) => changeLigne(index, patch)}
          onRemove={() => onChange({ lignes: lignes.filter((_, at) => at !== index) })}
        />
      ))}
      <p className={styles.erreur} role="status">
        {erreurs['lignes']}
      </p>
      <div className={styles.gestes}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} stroke={1.6} />}
          disabled={lignes.length >= LIGNES_DE_MODELE_MAX}
          onClick={() => onChange({ lignes: [...lignes, newLigne()] })}
        >
          Ajouter une ligne
        </Button>
        <span role="status" data-ecart={somme !== CENT_POUR_CENT || undefined}>
          {formatPourcent(somme / 100)} sur 100&nbsp;%
        </span>
      </div>
    </>
  )
}

interface LigneProps {
  ligne: LigneSaisie
  rang: number
  stades: readonly Stade[]
  erreurOf: (champ: keyof LigneSaisie) => string | undefined
  onChange: (patch: Partial<LigneSaisie>) => void
  onRemove: () => void
}

function Ligne({ ligne, rang, stades, erreurOf, onChange, onRemove }: LigneProps) {
  const { libelle, pourcent, declencheur, stade_id, nombre, pas_mois } = ligne
  return (
    <div className={styles.ligne} role="group" aria-label={`Ligne ${rang}`}>
      <TextInput
        label="Libellé"
        withAsterisk
        required
        maxLength={120}
        autoComplete="off"
        value={libelle}
        error={erreurOf('libelle')}
        onChange={({ currentTarget }) => onChange({ libelle: currentTarget.value })}
      />
      <NumberField
        label="Pourcentage"
        withAsterisk
        required
        suffix={'\u00A0%'}
        value={pourcent}
        error={erreurOf('pourcent')}
        onChange={(next) => onChange({ pourcent: next })}
      />
      <SelectField
        label="Déclencheur"
        withAsterisk
        data={LISTE_DES_DECLENCHEURS}
        value={declencheur}
        error={erreurOf('declencheur')}
        onChange={(value) => {
          const next = DECLENCHEURS.find((one) => one === value)
          if (next)
            onChange({
              declencheur: next,
              stade_id: null,
              ...(next !== 'date' && { nombre: 1, pas_mois: 1 }),
            })
        }}
      />
      {declencheur === 'stade' && (
        <SelectField
          label="Stade"
          withAsterisk
          placeholder="Choisir un stade"
          data={stades.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={stade_id === null ? null : String(stade_id)}
          error={erreurOf('stade_id')}
          onChange={(value) => onChange({ stade_id: value === null ? null : Number(value) })}
        />
      )}
      {declencheur === 'date' && (
        <>
          <NumberField
            label="Nombre"
            decimalScale={0}
            value={nombre}
            error={erreurOf('nombre')}
            onChange={(next) => onChange({ nombre: next })}
          />
          <NumberField
            label="Tous les … mois"
            decimalScale={0}
            value={pas_mois}
            error={erreurOf('pas_mois')}
            onChange={(next) => onChange({ pas_mois: next })}
          />
        </>
      )}
      <div>
        <IconAction icon={IconX} label={`Retirer la ligne ${rang}`} danger onClick={onRemove} />
      </div>
    </div>
  )
}
