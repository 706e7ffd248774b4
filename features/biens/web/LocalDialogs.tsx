import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { localForm, locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { LotDetails } from '#features/biens/web/LotDetails.tsx'
import { LotForm, SANS_ACHETEUR } from '#features/biens/web/LotForm.tsx'
import { faitsDeLaVente, faitsDuLocal, lieuDuLot, PrixAuMetreCarre } from '#features/biens/web/LotParts.tsx'
import { LotReport } from '#features/biens/web/LotReport.tsx'
import { faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { locauxQueries, type LocalLu, toLot } from '#features/biens/web/locaux.queries.ts'
import type { LotFormProps, LotReportProps, LotDetailsProps } from '#features/biens/web/lots.ts'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { NomField } from '#features/structure/web/RecordForm.tsx'
import type { LieuChoisi } from '#features/structure/web/structure.queries.ts'
import { proposeNumero } from '#shared/numero.ts'
import { callApi } from '#web/kit/call/api.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'
import { AreaField, MoneyField } from '#web/kit/field/NumberField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { ReportSection, Tiles } from '#web/kit/print/ReportParts.tsx'

export function LocalForm({ filters, ...props }: LotFormProps<LocalLu>) {
  const form = useContractForm(localForm, toSaisie(props.listed, filters))
  return (
    <LotForm
      {...props}
      type="local"
      form={form}
      read={(id, client) => client.fetchQuery(locauxQueries.read(id))}
      toSaisie={toSaisie}
      together={['residence_id', 'bloc_id']}
      save={(values, local, idempotencyKey) => {
        const body = toBody(values, local)
        if (local) {
          const { id, version } = local
          return callApi(locauxEndpoints.update, { params: { id }, body: { ...body, version } })
        }
        // A new local has no client unless one is chosen (D2 §4).
        const { client_id } = values
        const sold = { ...body, client_id, estDispo: client_id === null }
        return callApi(locauxEndpoints.create, { body: sold, idempotencyKey })
      }}
      suivant={({ num }, saved) => ({
        nom: num,
        fields: {
          num: saved?.numero_suivant ?? proposeNumero(num),
          surface: '',
          description: '',
          montant: '',
          ...SANS_ACHETEUR,
        },
      })}
    >
      {(first) => (
        <>
          <FieldPair>
            <NomField form={form} field="num" label="Numéro" ref={first} />
            <AreaField label="Surface (m²)" required step={0.01} {...form.getInputProps('surface')} />
          </FieldPair>
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <MoneyField label="Montant" required step={0.01} {...form.getInputProps('montant')} />
        </>
      )}
    </LotForm>
  )
}

const toSaisie = (local?: LocalLu, filters?: LieuChoisi) => ({
  ...SANS_ACHETEUR,
  residence_id: local?.bloc.residence_id ?? filters?.residence ?? null,
  bloc_id: local?.bloc_id ?? filters?.bloc ?? null,
  num: local?.num ?? '',
  surface: local?.surface ?? '',
  description: local?.description ?? '',
  montant: local?.montant ?? '',
})

/** The client is left out unless one is chosen; an emptied description is sent as null, which clears it. */
function toBody(
  { residence_id, bloc_id, client_id, description, ...rest }: ReturnType<typeof toSaisie>,
  local: LocalLu | undefined,
) {
  const cleared = local?.description ? null : undefined
  return {
    ...rest,
    residence_id: residence_id ?? '',
    bloc_id: bloc_id ?? '',
    description: description === '' ? cleared : description,
    ...(client_id !== null && { client_id }),
  }
}

export function LocalDetails({ id, loaded, onClose }: LotDetailsProps<LocalLu>) {
  const query = useQuery({ ...locauxQueries.read(id), placeholderData: loaded })
  return (
    <LotDetails type="local" query={query} toLot={toLot} onClose={onClose}>
      {(local) => {
        const { num, surface, description, montant } = local
        const lot = toLot(local)
        const facts = faitsDuLocal(local, 'Surface (m²)')
        return (
          <Facts
            facts={[
              { label: 'Numéro', value: num || 'Non spécifié' },
              facts.surface,
              { label: 'Description', value: description || 'Aucune description' },
              { ...facts.montant, value: <MontantSuivi bien={lot} montant={montant} /> },
              { label: 'Prix au m²', value: <PrixAuMetreCarre montant={montant} surface={surface} /> },
              facts.residence,
              facts.bloc,
              ...faitsDeLaVente(lot),
              { label: 'État', value: <EtatDuBien bien={lot} avecLeMotSpecifie /> },
              ...faitsDuSuivi(lot),
            ]}
          />
        )
      }}
    </LotDetails>
  )
}

export function LocalReport({ id, onClose }: LotReportProps) {
  const query = useQuery(locauxQueries.report(id))
  return (
    <LotReport
      query={query}
      toLot={({ id: lot, num, stats: { montant, client, estDispo } }) => ({
        id: lot,
        type: 'local',
        numero: num,
        montant,
        client,
        estDispo,
      })}
      onClose={onClose}
    >
      {({ num, stats, bloc, ...suivi }) => (
        <>
          <p className="dim flat" data-nom>
            <strong>Local {num}</strong> · {lieuDuLot(bloc).residence.value} · {lieuDuLot(bloc).bloc.value}{' '}
            <EtatDuBien bien={{ ...suivi, estDispo: stats.estDispo }} />
          </p>
          <p className="dim flat" data-nom>
            {stats.description || 'Aucune description'}
          </p>
          <ReportSection title="Surface et prix">
            <Tiles
              wide
              tiles={[
                { label: 'Surface', value: <Surface decimal={stats.surface} /> },
                { label: 'Montant', value: <Montant decimal={stats.montant} /> },
                {
                  label: 'Prix au m²',
                  value: <PrixAuMetreCarre montant={stats.montant} surface={stats.surface} />,
                },
              ]}
            />
          </ReportSection>
        </>
      )}
    </LotReport>
  )
}
