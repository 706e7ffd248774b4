import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import { transfertInput } from '#features/dossiers/transferts.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { ApercuDuTransfert } from '#features/dossiers/web/ApercuDuTransfert.tsx'
import { EmpecheParLivraison, isLivre } from '#features/dossiers/web/Empeche.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { useTransferer } from '#features/dossiers/web/fins.queries.ts'
import styles from '#features/dossiers/web/fins.module.css'
import { useBiensAPayer, type BienLibre } from '#features/paiements/web/biensAPayer.ts'
import { offrir } from '#features/paiements/web/usePaiement.ts'
import { echeancierErreurs } from '#features/echeancier/echeancier.erreurs.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { fromDecimal, readCentiemes } from '#shared/argent.ts'
import { GENRES, TYPES_DE_BIEN, type TypeBien } from '#shared/biens.ts'
import { messageOf } from '#web/kit/api.ts'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { LookupSelect } from '#web/kit/LookupSelect.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  type: TypeBien
  bien_id: number | null
  montant: number | string
  motif: string
}

const TYPES = TYPES_DE_BIEN.map((type) => ({ value: type, label: GENRES[type].nom }))
const AUCUN_LIBRE = {
  appartement: 'Aucun appartement libre dans cette résidence.',
  local: 'Aucun local libre dans cette résidence.',
  place_parking: 'Aucune place de parking libre dans cette résidence.',
} as const satisfies Record<TypeBien, string>

/** The biens of a kind in a residence to which the sale of a client may go: free, or held for himself. */
function useBiensLibres({ residence_id, type }: Pick<Saisie, 'residence_id' | 'type'>, client: number) {
  const lectures = useBiensAPayer()
  const query = useQuery({
    queryKey: ['biens libres', type, residence_id],
    queryFn: ({ signal }) => lectures[type].libres(residence_id ?? 0, signal),
    enabled: residence_id !== null,
  })
  const biens = (query.data ?? [])
    .filter(
      ({ etat_bien, option }) =>
        etat_bien === 'libre' || (etat_bien === 'option' && option?.client_id === client),
    )
    // The residence, which comes last, stands in the field above.
    .map((bien) => ({ ...bien, lieu: bien.lieu.slice(0, -1) }))
  return { query, biens }
}

/** Moves a sale to another bien: what it will cost and how its lines will be is seen before. */
export function Transferer({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(transfertInput, {
    residence_id: listed.bien.residence_id || null,
    type: listed.bien.type,
    bien_id: null,
    montant: '',
    motif: '',
  })
  const { record = listed, onReload } = useRecord<DossierLu, Saisie>(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie: () => form.getInitialValues(),
  })
  const { residence_id, type, bien_id, montant } = form.values
  const { query, biens } = useBiensLibres(form.values, record.client.id)
  const transferer = useTransferer()
  const idempotencyKey = useIdempotencyKey()
  const prix = readCentiemes(montant)
  const sousPaye = prix !== null && prix < fromDecimal(record.totalPaye)
  const sansBloc =
    type === 'place_parking' && record.echeances.some(({ declencheur }) => declencheur === 'stade')
  const narrow = (values: Partial<Saisie>) => {
    form.setValues({ ...values, bien_id: null, montant: '' })
    form.clearFieldError('bien_id')
  }
  return (
    <FormDialog
      title={`Transférer vers un autre bien - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async ({ motif }) => {
        const { id, version } = record
        const envoi = { id, version, bien_id: bien_id ?? 0, montant, motif, idempotencyKey }
        onSaved((await transferer.mutateAsync(envoi)).message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Transférer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors du transfert."
      size="xl"
      disabled={isLivre(record) || sansBloc || sousPaye}
    >
      <EmpecheParLivraison dossier={record} />
      <FieldPair>
        <ResidenceSelect
          label="Résidence"
          placeholder="Choisir une résidence"
          value={residence_id}
          onChange={(id) => narrow({ residence_id: id })}
        />
        <SelectField
          label="Type"
          data={TYPES}
          value={type}
          onChange={(value) => narrow({ type: TYPES_DE_BIEN.find((one) => one === value) ?? type })}
          error={sansBloc ? echeancierErreurs.stadeSansBloc.message : undefined}
        />
      </FieldPair>
      <FieldPair>
        <LookupSelect
          label="Bien"
          withAsterisk
          required
          data-autofocus
          placeholder={placeholderOf(query)}
          nothingFoundMessage={query.isSuccess && biens.length === 0 ? AUCUN_LIBRE[type] : 'Aucun résultat'}
          description={query.isSuccess && biens.length === 0 ? AUCUN_LIBRE[type] : undefined}
          {...form.getInputProps('bien_id')}
          options={offrir(biens)}
          renderLine={({ value, label }) => (
            <span className={styles.option}>
              <span data-nom>{label}</span>
              <Prix bien={biens.find(({ id }) => String(id) === value)} />
            </span>
          )}
          error={
            form.errors['bien_id'] ??
            (query.isError ? messageOf(query.error, 'Erreur lors du chargement des biens.') : undefined)
          }
          value={bien_id}
          onChange={(id) => {
            form.setValues({ bien_id: id, montant: biens.find((bien) => bien.id === id)?.montant ?? '' })
            form.clearFieldError('bien_id')
            form.clearFieldError('montant')
          }}
        />
        <MoneyField
          label="Prix convenu"
          placeholder="Celui du bien"
          {...form.getInputProps('montant')}
          error={
            sousPaye
              ? biensErreurs.montantSousPaye.message({ paye: fromDecimal(record.totalPaye) })
              : form.errors['montant']
          }
        />
      </FieldPair>
      <Textarea
        label="Motif"
        withAsterisk
        required
        autosize
        minRows={2}
        maxLength={500}
        {...withPrintHint(form.getInputProps('motif'))}
      />
      {bien_id !== null && prix !== null && !sousPaye && <ApercuDuTransfert dossier={record} prix={prix} />}
    </FormDialog>
  )
}

const placeholderOf = ({ isLoading, isEnabled }: { isLoading: boolean; isEnabled: boolean }): string => {
  if (!isEnabled) return "Résidence d'abord"
  return isLoading ? 'Chargement des biens...' : 'Choisir un bien'
}

function Prix({ bien }: { bien: BienLibre | undefined }) {
  return (
    bien && (
      <span className={styles.dim}>
        {bien.option && `option de ${bien.option.nom}, `}
        <Montant decimal={bien.montant} />
      </span>
    )
  )
}
