import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appartementForm, TYPES_LOGEMENT } from '#features/appartements/appartements.contract.ts'
import {
  appartementsQueries,
  useCreateAppartement,
  useUpdateAppartement,
  type AppartementLu,
} from '#features/appartements/web/appartements.queries.ts'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { EtageSelect } from '#features/etages/web/EtageSelect.tsx'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { AcheteurField } from '#features/ventes/web/AcheteurField.tsx'
import { messageOf } from '#web/kit/api.ts'
import { AreaField } from '#web/kit/AreaField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { SuggestField } from '#web/kit/SuggestField.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { PdfField } from '#web/kit/PdfField.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { usePlan } from '#web/kit/usePlan.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { printed } from '#web/kit/hints.ts'
import { numeroSuivant } from '#shared/numero.ts'

interface AppartementFormProps {
  /** The appartement to change; none to add one. */
  appartement?: AppartementLu
  /** What the list's filters say: where a new appartement most likely goes. */
  filters?: { residence: number | null; bloc: number | null; etage: number | null }
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  bloc_id: number | null
  etage_id: number | null
  numLot: string
  typeLogement: string
  surfaceHabitable: number | string
  surfaceUtile: number | string
  montant: number | string
  montant1: number | string
  montant2: number | string
  client_id: number | null
}

/** What the next lot does not take over from the one before. */
const EMPTY = {
  surfaceHabitable: '',
  surfaceUtile: '',
  montant: '',
  montant1: '',
  montant2: '',
  client_id: null,
}

/** Ajouter un appartement, Modifier l'appartement (D2 §2.4, §5). */
export function AppartementForm({ appartement: listed, filters, onClose, onSaved }: AppartementFormProps) {
  const form = useContractForm<Saisie>(appartementForm, initial(listed, filters))
  const plan = usePlan()
  const { record: appartement, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery(appartementsQueries.read(id)),
    toSaisie: (fresh) => initial(fresh, undefined),
    together: ['residence_id', 'bloc_id', 'etage_id'],
    onFresh: (fresh) => fresh.client && form.setFieldValue('client_id', null),
  })
  const { idempotencyKey, added, first, next } = useAnother()
  const create = useCreateAppartement()
  const update = useUpdateAppartement()
  const { residence_id: residenceId, bloc_id: blocId, etage_id: etageId, client_id } = form.getValues()
  const lookups = useParents(residenceId, blocId, appartement ? null : etageId)
  const sold = appartement?.client ?? null
  return (
    <FormDialog
      title={appartement ? "Modifier l'appartement" : 'Ajouter un appartement'}
      form={form}
      plan={plan}
      size="lg"
      onSubmit={async (values) => {
        const body = toBody(values, appartement)
        if (appartement)
          await update.mutateAsync({
            ...body,
            ...plan.sent,
            id: appartement.id,
            version: appartement.version,
          })
        else await create.mutateAsync({ ...body, file: plan.file, idempotencyKey })
        onSaved(appartement ? 'Appartement modifié avec succès !' : 'Appartement ajouté avec succès !')
      }}
      {...(!appartement && {
        onAnother: (values: Saisie) => {
          plan.choose(null)
          form.setValues({ ...EMPTY, numLot: numeroSuivant(values.numLot, lookups.taken) })
          next(values.numLot)
        },
      })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={appartement ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        appartement
          ? 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.'
          : 'Erreur lors de la création. Vérifiez que tous les champs sont valides.'
      }
    >
      <JustAdded what="Lot" name={added} />
      <ResidenceSelect
        label="Résidence"
        required
        placeholder="Sélectionnez une résidence"
        data-autofocus
        {...form.getInputProps('residence_id')}
        value={residenceId}
        onChange={(id) => {
          form.setFieldValue('residence_id', id)
          if (id !== residenceId) form.setValues({ bloc_id: null, etage_id: null })
        }}
      />
      <FieldPair>
        <BlocSelect
          label="Bloc"
          required
          placeholder="Sélectionnez un bloc"
          residenceId={residenceId}
          {...form.getInputProps('bloc_id')}
          error={form.errors['bloc_id'] ?? lookups.blocsError}
          value={blocId}
          onChange={(id) => {
            form.setFieldValue('bloc_id', id)
            if (id !== blocId) form.setFieldValue('etage_id', null)
          }}
        />
        <EtageSelect
          label="Étage"
          required
          placeholder="Sélectionnez un étage"
          blocId={blocId}
          {...form.getInputProps('etage_id')}
          error={form.errors['etage_id'] ?? lookups.etagesError}
          value={etageId}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="Numéro de lot"
          required
          autoComplete="off"
          maxLength={255}
          ref={first}
          {...printed(form.getInputProps('numLot'))}
        />
        <SuggestField
          label="Type de logement"
          required
          autoComplete="off"
          maxLength={255}
          data={[...TYPES_LOGEMENT]}
          {...printed(form.getInputProps('typeLogement'))}
        />
      </FieldPair>
      <FieldPair>
        <AreaField
          label="Surface habitable"
          required
          step={0.01}
          {...form.getInputProps('surfaceHabitable')}
        />
        <AreaField label="Surface utile" required step={0.01} {...form.getInputProps('surfaceUtile')} />
      </FieldPair>
      <MoneyField label="Montant total" required step={0.01} {...form.getInputProps('montant')} />
      <FieldPair>
        <MoneyField label="Montant 1" step={0.01} {...form.getInputProps('montant1')} />
        <MoneyField label="Montant 2" step={0.01} {...form.getInputProps('montant2')} />
      </FieldPair>
      <AcheteurField
        sold={sold}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
        error={form.errors['client_id']}
      />
      <PdfField
        label="Plan (PDF)"
        plan={plan}
        existing={Boolean(appartement?.plan_pdf)}
        error={form.errors['plan_pdf']}
      />
    </FormDialog>
  )
}

function initial(appartement: AppartementLu | undefined, filters: AppartementFormProps['filters']): Saisie {
  return {
    residence_id: appartement?.bloc.residence_id ?? filters?.residence ?? null,
    bloc_id: appartement?.bloc.id ?? filters?.bloc ?? null,
    etage_id: appartement?.etage_id ?? filters?.etage ?? null,
    numLot: appartement?.numLot ?? '',
    typeLogement: appartement?.typeLogement ?? '',
    surfaceHabitable: appartement?.surfaceHabitable ?? '',
    surfaceUtile: appartement?.surfaceUtile ?? '',
    montant: appartement?.montant ?? '',
    montant1: appartement?.montant1 ?? '',
    montant2: appartement?.montant2 ?? '',
    client_id: null,
  }
}

/** What is empty is left out, an amount that was there and is emptied is cleared (D2 §5, Q122). */
function toBody(values: Saisie, appartement: AppartementLu | undefined) {
  const { residence_id, bloc_id, etage_id, client_id, montant1, montant2, ...rest } = values
  const optional = (value: number | string, before: number | null | undefined) =>
    value === '' ? (before == null ? undefined : null) : value
  return {
    ...rest,
    residence_id: residence_id ?? '',
    bloc_id: bloc_id ?? '',
    etage_id: etage_id ?? '',
    montant1: optional(montant1, appartement?.montant1),
    montant2: optional(montant2, appartement?.montant2),
    ...(client_id !== null && { client_id }),
  }
}

/** Why a dependent list does not load, and the numbers that the étage already has. */
function useParents(residenceId: number | null, blocId: number | null, etageId: number | null) {
  const blocs = useQuery({ ...blocsQueries.ofResidence(residenceId ?? 0), enabled: residenceId !== null })
  const etages = useQuery({ ...etagesQueries.ofBloc(blocId ?? 0), enabled: blocId !== null })
  const report = useQuery({ ...etagesQueries.report(etageId ?? 0), enabled: etageId !== null })
  return {
    blocsError: blocs.error ? messageOf(blocs.error, 'Erreur lors du chargement des blocs.') : undefined,
    etagesError: etages.error ? messageOf(etages.error, 'Erreur lors du chargement des étages.') : undefined,
    taken: report.data?.appartements.map(({ numLot }) => numLot) ?? [],
  }
}
