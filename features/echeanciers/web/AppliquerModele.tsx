import { useQuery } from '@tanstack/react-query'
import { BlocSelect, ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { GENERATIONS_MAX, generationsInput } from '#features/echeanciers/echeances.contract.ts'
import {
  sansEcheancierDeLImportQuery,
  sansEcheancierQuery,
  useGenerateEcheanciers,
} from '#features/echeanciers/web/echeances.queries.ts'
import {
  AvecModeles,
  GenerationFields,
  toGenerationSaisie,
  toSaisieDeModele,
  type SaisieDeModele,
} from '#features/echeanciers/web/GenerationFields.tsx'
import { lignesOf, type ModeleLu } from '#features/echeanciers/web/stades.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface AppliquerModeleProps {
  /** The dossiers that this import has made, in place of those of a residence. */
  importId?: number
  onClose: () => void
  onDone: (message: string) => void
}

const TITLE = 'Appliquer un modèle'

/** Opens once the residences are read, of which the only one is chosen already. */
export function AppliquerModele(props: AppliquerModeleProps) {
  const residences = useQuery(residencesQueries.choix())
  if (residences.isPending) return null
  return (
    <AvecModeles title={TITLE} onClose={props.onClose}>
      {(modeles) => <AppliquerForm {...props} modeles={modeles} residences={residences.data ?? []} />}
    </AvecModeles>
  )
}

interface Saisie extends SaisieDeModele {
  residence_id: number | null
  bloc_id: number | null
}

function AppliquerForm({
  modeles,
  residences,
  importId,
  onClose,
  onDone,
}: AppliquerModeleProps & { modeles: readonly ModeleLu[]; residences: readonly { id: number }[] }) {
  const [seule, ...autres] = residences
  const form = useContractForm<Saisie>(generationsInput, {
    residence_id: autres.length === 0 ? (seule?.id ?? null) : null,
    bloc_id: null,
    ...toSaisieDeModele(modeles),
  })
  const { residence_id, bloc_id, modele_id } = form.values
  const modele = modeles.find(({ id }) => id === modele_id)
  const generate = useGenerateEcheanciers()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog<Saisie>
      title={TITLE}
      size="trio"
      form={form}
      onSubmit={async (saisie) => {
        const made = await generate.mutateAsync({
          ...toGenerationSaisie(saisie, modele),
          ...(importId === undefined
            ? { residence_id: saisie.residence_id ?? '', bloc_id: saisie.bloc_id }
            : { import_id: importId }),
          idempotencyKey,
        })
        onDone(toResult(made))
      }}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Génération..."
      fallback="Erreur lors de la génération de l'échéancier."
    >
      {importId === undefined && (
        <FieldPair>
          <ResidenceSelect
            label="Résidence"
            withAsterisk
            required
            placeholder="Choisir une résidence"
            {...form.getInputProps('residence_id')}
            value={residence_id}
            onChange={(id) => {
              form.setFieldValue('residence_id', id)
              form.setFieldValue('bloc_id', null)
            }}
          />
          <BlocSelect
            label="Bloc"
            placeholder="Tous les blocs"
            clearable
            residenceId={residence_id}
            {...form.getInputProps('bloc_id')}
            value={bloc_id}
            onChange={(id) => form.setFieldValue('bloc_id', id)}
          />
        </FieldPair>
      )}
      <GenerationFields form={form} modeles={modeles} />
      {importId === undefined ? (
        <Concernes residence={residence_id} bloc={bloc_id} modele={modele} />
      ) : (
        <ConcernesDeLImport importId={importId} modele={modele} />
      )}
    </FormDialog>
  )
}

const waitsFor = (modele: ModeleLu | undefined, quoi: 'stade' | 'contrat'): boolean =>
  modele !== undefined && lignesOf(modele).some(({ declencheur }) => declencheur === quoi)

function ConcernesDeLImport({ importId, modele }: { importId: number; modele: ModeleLu | undefined }) {
  const { data } = useQuery(sansEcheancierDeLImportQuery(importId))
  const places = waitsFor(modele, 'stade') ? (data?.places ?? 0) : 0
  const sansContrat = waitsFor(modele, 'contrat') ? (data?.sans_contrat ?? 0) : 0
  return (
    <div className="stack gap-4 if-any" role="status">
      {data && (
        <p className="dim flat">
          {describeConcernes(Math.min(data.dossiers - places, GENERATIONS_MAX), places)}
        </p>
      )}
      {sansContrat > 0 && (
        <p className="flat">
          {sansContrat === 1
            ? "1 sans date de contrat : ses lignes « au contrat » n'ont pas de jour."
            : `${sansContrat} sans date de contrat : leurs lignes « au contrat » n'ont pas de jour.`}
        </p>
      )}
    </div>
  )
}

function Concernes(props: { residence: number | null; bloc: number | null; modele: ModeleLu | undefined }) {
  const { residence, bloc, modele } = props
  const { data } = useQuery(sansEcheancierQuery(residence, bloc))
  const places = waitsFor(modele, 'stade') ? (data?.places ?? 0) : 0
  const all = data && data.dossiers - places
  return (
    <p className="dim flat if-any" role="status">
      {residence !== null && all !== undefined && describeConcernes(Math.min(all, GENERATIONS_MAX), places)}
    </p>
  )
}

const describeConcernes = (nombre: number, places: number): string => {
  if (nombre === 0 && places === 1)
    return '1 place est sans échéancier : le sien ne peut pas suivre un stade.'
  if (nombre === 0 && places > 1)
    return `${places} places sont sans échéancier : le leur ne peut pas suivre un stade.`
  if (nombre === 0) return "Aucun dossier n'est sans échéancier ici."
  return `${formatCompte(nombre, 'dossier')} sans échéancier ${nombre === 1 ? 'sera concerné' : 'seront concernés'} au plus.`
}

function toResult({
  message,
  restants,
  ignores,
}: {
  message: string
  restants: number
  ignores: number
}): string {
  const places =
    ignores === 1
      ? '1 place ignorée : son échéancier ne peut pas suivre un stade.'
      : `${ignores} places ignorées : leur échéancier ne peut pas suivre un stade.`
  return [message, restants > 0 && `Il en reste ${restants} : recommencez.`, ignores > 0 && places]
    .filter(Boolean)
    .join(' ')
}
