import { withHelp } from '#web/kit/field/hints.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { IconChevronUp, IconEdit, IconPlus, IconTrash, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LIGNES_DE_MODELE_MAX, type Stade } from '#features/echeanciers/stades.contract.ts'
import { DECLENCHEURS, type Declencheur } from '#features/echeanciers/echeancier.rules.ts'
import {
  chooseStade,
  aideDuDeclencheur,
  LISTE_DES_DECLENCHEURS,
} from '#features/echeanciers/echeances.words.ts'
import type { ModeleLu } from '#features/echeanciers/web/stades.queries.ts'
import styles from '#features/echeanciers/web/stades.module.css'
import { CENT_POUR_CENT, formatCentiemes, formatPourcent, readCentiemes } from '#shared/argent.ts'
import { recordsIn } from '#web/kit/call/answerShapes.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { useRows, type Rows } from '#web/kit/form/useRows.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'

/** A modèle as it is typed; `cle` identifies it while the form is open. */
export interface ModeleSaisi {
  cle: string
  id: number | null
  nom: string
  par_defaut: boolean
  lignes: LigneSaisie[]
}
interface LigneSaisie {
  cle: string
  libelle: string
  libelle_ar: string
  pourcent: number | string
  declencheur: Declencheur
  stade_id: number | null
  nombre: number | string
  pas_mois: number | string
}

const newLigne = (): LigneSaisie => ({
  cle: randomId(),
  libelle: '',
  libelle_ar: '',
  pourcent: '',
  declencheur: 'contrat',
  stade_id: null,
  nombre: 1,
  pas_mois: 1,
})

export const newModele = (first: boolean): ModeleSaisi => ({
  cle: randomId(),
  id: null,
  nom: '',
  par_defaut: first,
  lignes: [newLigne()],
})

export const toModeles = (valeur: Record<string, unknown>): ModeleSaisi[] =>
  ((recordsIn(valeur['modeles'], ['id', 'nom']) ?? []) as ModeleLu[]).map(({ lignes, ...modele }) => ({
    ...modele,
    cle: randomId(),
    lignes: lignes.map((ligne) => ({ ...ligne, libelle_ar: ligne.libelle_ar ?? '', cle: randomId() })),
  }))

const RYTHMES: Readonly<Record<number, string>> = {
  1: 'mensuelles',
  2: 'bimestrielles',
  3: 'trimestrielles',
  6: 'semestrielles',
  12: 'annuelles',
}

/** « 20 / 15 / 35 / 25 / 5 », or « 12 parts mensuelles » for equal parts. */
function describeParts({ lignes }: Pick<ModeleSaisi, 'lignes'>): string {
  const [first] = lignes
  const nombre = Number(first?.nombre)
  if (first && lignes.length === 1 && nombre > 1) {
    const pas = Number(first.pas_mois)
    return `${nombre} parts ${RYTHMES[pas] ?? `tous les ${pas} mois`}`
  }
  return lignes.map(({ pourcent }) => formatCentiemes(readCentiemes(pourcent) ?? 0, 'utiles')).join(' / ')
}

const sumPourcents = ({ lignes }: Pick<ModeleSaisi, 'lignes'>): number =>
  lignes.reduce((sum, { pourcent }) => sum + (readCentiemes(pourcent) ?? 0), 0)

/** The form of the section; the sentence of a field is told under its path, `modeles.0.lignes.2.pourcent`. */
export interface ModelesSaisis extends Record<string, unknown> {
  modeles: ModeleSaisi[]
}

interface ModeleEditeProps {
  form: UseFormReturnType<ModelesSaisis>
  modele: ModeleSaisi
  /** From 0. */
  at: number
  rows: Rows<ModeleSaisi>
  stades: readonly Stade[]
  opened: boolean
  onToggle: () => void
  onDefault: () => void
  onRemove: () => void
}

export function ModeleEdite(props: ModeleEditeProps) {
  const { modele, at, opened, onToggle, onRemove } = props
  const nom = modele.nom || `Modèle ${at + 1}`
  return (
    <div className={`stack flat shrinks gap-12 ${styles.modele}`} role="group" aria-label={nom}>
      <div className={`row gap-4-12 ${styles.modeleTete}`}>
        <span className={styles.nom}>
          <strong data-nom>{nom}</strong>
          <span className="dim"> {describeParts(modele)}</span>
        </span>
        {modele.par_defaut && <StatusBadge tone="blue">Par défaut</StatusBadge>}
        <span>
          <IconAction
            icon={opened ? IconChevronUp : IconEdit}
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

function Champs({ form, modele, at, rows, stades, onDefault }: ModeleEditeProps) {
  const { nom, par_defaut, lignes } = modele
  const somme = sumPourcents(modele)
  const lines = useRows<LigneSaisie>(form, `modeles.${at}.lignes`)
  return (
    <>
      <TextInput
        label="Nom"
        withAsterisk
        required
        maxLength={120}
        autoComplete="off"
        value={nom}
        error={form.errors[`modeles.${at}.nom`]}
        onChange={({ currentTarget }) => rows.replace(at, { ...modele, nom: currentTarget.value })}
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
          erreurOf={(champ) => form.errors[`modeles.${at}.lignes.${index}.${champ}`]}
          onChange={(patch) => lines.replace(index, { ...ligne, ...patch })}
          onRemove={() => lines.remove(index)}
        />
      ))}
      <p className="small wrong flat if-any" role="status">
        {form.errors[`modeles.${at}.lignes`]}
      </p>
      <div className={`wrap gap-8 ${styles.gestes}`}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} stroke={1.6} />}
          disabled={lignes.length >= LIGNES_DE_MODELE_MAX}
          onClick={() => lines.add(newLigne())}
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
  erreurOf: (champ: keyof LigneSaisie) => ReactNode
  onChange: (patch: Partial<LigneSaisie>) => void
  onRemove: () => void
}

function Ligne({ ligne, rang, stades, erreurOf, onChange, onRemove }: LigneProps) {
  const { libelle, libelle_ar, pourcent, declencheur, stade_id, nombre, pas_mois } = ligne
  return (
    <div className={`stack at-top gap-8 ${styles.ligne}`} role="group" aria-label={`Ligne ${rang}`}>
      <div className={`wrap gap-8 at-top ${styles.champs}`}>
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
        <TextInput
          label="Libellé en arabe"
          dir="rtl"
          lang="ar"
          maxLength={120}
          autoComplete="off"
          value={libelle_ar}
          error={erreurOf('libelle_ar')}
          onChange={({ currentTarget }) => onChange({ libelle_ar: currentTarget.value })}
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
          {...withHelp({ error: erreurOf('declencheur') }, aideDuDeclencheur(declencheur))}
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
            className={styles.stade}
            label="Stade"
            withAsterisk
            placeholder="Choisir un stade"
            data={stades.map(({ id, nom }) => ({ value: String(id), label: nom }))}
            value={stade_id === null ? null : String(stade_id)}
            error={erreurOf('stade_id')}
            onChange={(value) => onChange(chooseStade(ligne, stades, value === null ? null : Number(value)))}
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
      </div>
      <div className={styles.retirer}>
        <IconAction icon={IconX} label={`Retirer la ligne ${rang}`} danger onClick={onRemove} />
      </div>
    </div>
  )
}
