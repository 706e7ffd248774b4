import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { appartementForm, TYPES_LOGEMENT } from '#features/appartements/appartements.contract.ts'
import {
  appartementsQueries,
  useCreateAppartement,
  useUpdateAppartement,
  type AppartementLu,
} from '#features/appartements/web/appartements.queries.ts'
import { LotForm, type LieuEtAcheteur } from '#features/biens/web/LotForm.tsx'
import type { LieuChoisi, LotFormProps } from '#features/biens/web/lots.ts'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { AreaField } from '#web/kit/AreaField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { SuggestField } from '#web/kit/SuggestField.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { PdfField, usePlan } from '#web/kit/PdfField.tsx'
import { withPrintHint } from '#web/kit/hints.ts'

interface Saisie extends LieuEtAcheteur, Record<string, unknown> {
  etage_id: number | null
  numLot: string
  typeLogement: string
  surfaceHabitable: number | string
  surfaceUtile: number | string
  montant: number | string
  montant1: number | string
  montant2: number | string
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
export function AppartementForm({ listed, filters, onClose, onSaved }: LotFormProps<AppartementLu>) {
  const form = useContractForm<Saisie>(appartementForm, initial(listed, filters))
  const plan = usePlan()
  const create = useCreateAppartement()
  const update = useUpdateAppartement()
  const { etage_id: etage } = form.getValues()
  const report = useQuery({ ...etagesQueries.report(etage ?? 0), enabled: !listed && etage !== null })
  return (
    <LotForm
      type="appartement"
      form={form}
      listed={listed}
      read={(id, client) => client.fetchQuery(appartementsQueries.read(id))}
      toSaisie={(fresh) => initial(fresh)}
      together={['residence_id', 'bloc_id', 'etage_id']}
      save={(values, appartement, idempotencyKey) => {
        const body = toBody(values, appartement)
        if (!appartement) return create.mutateAsync({ ...body, file: plan.file, idempotencyKey })
        const { id, version } = appartement
        return update.mutateAsync({ ...body, ...plan.sent, id, version })
      }}
      suivant={{
        champ: 'numLot',
        pris: report.data?.appartements.map(({ numLot }) => numLot) ?? [],
        vide: EMPTY,
      }}
      plan={plan}
      renderLast={(appartement) => (
        <PdfField
          label="Plan (PDF)"
          plan={plan}
          existing={Boolean(appartement?.plan_pdf)}
          error={form.errors['plan_pdf']}
        />
      )}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(first) => (
        <>
          <FieldPair>
            <TextInput
              label="Numéro de lot"
              required
              autoComplete="off"
              maxLength={255}
              ref={first}
              {...withPrintHint(form.getInputProps('numLot'))}
            />
            <SuggestField
              label="Type de logement"
              required
              autoComplete="off"
              maxLength={255}
              data={[...TYPES_LOGEMENT]}
              {...withPrintHint(form.getInputProps('typeLogement'))}
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
        </>
      )}
    </LotForm>
  )
}

function initial(appartement?: AppartementLu, filters?: LieuChoisi): Saisie {
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
