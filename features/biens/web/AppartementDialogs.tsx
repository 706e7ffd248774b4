import { AIDE_SURFACE_UTILE } from '#features/biens/biens.words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  appartementForm,
  appartementsEndpoints,
  TYPES_LOGEMENT,
} from '#features/biens/appartements.contract.ts'
import { DouteDesSurfaces } from '#features/biens/web/DouteDesSurfaces.tsx'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { LotDetails } from '#features/biens/web/LotDetails.tsx'
import { LotForm, SANS_ACHETEUR } from '#features/biens/web/LotForm.tsx'
import { faitsDeLaVente, lieuDeLAppartement, PrixAuMetreCarre } from '#features/biens/web/LotParts.tsx'
import { LotReport } from '#features/biens/web/LotReport.tsx'
import { faitsDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { appartementsQueries, type AppartementLu, toLot } from '#features/biens/web/appartements.queries.ts'
import type { LotFormProps, LotReportProps, LotDetailsProps } from '#features/biens/web/lots.ts'
import { MontantSuivi } from '#features/prix/web/MontantSuivi.tsx'
import { NomField } from '#features/structure/web/RecordForm.tsx'
import { type LieuChoisi, etagesQueries } from '#features/structure/web/structure.queries.ts'
import { proposeNumero } from '#shared/numero.ts'
import { callApi, messageOf } from '#web/kit/call/api.ts'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'
import { AreaField, MoneyField } from '#web/kit/field/NumberField.tsx'
import { SuggestField } from '#web/kit/field/SuggestField.tsx'
import { withHelp, withPrintHint } from '#web/kit/field/hints.ts'
import { PdfField, usePlan } from '#web/kit/file/FileField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { ReportSection, Tiles } from '#web/kit/print/ReportParts.tsx'

const EMPTY = {
  surfaceHabitable: '',
  surfaceUtile: '',
  montant: '',
  montant1: '',
  montant2: '',
  ...SANS_ACHETEUR,
}

export function AppartementForm({ filters, ...props }: LotFormProps<AppartementLu>) {
  const form = useContractForm(appartementForm, toSaisie(props.listed, filters))
  const plan = usePlan()
  const { etage_id: etage } = form.getValues()
  const report = useQuery({ ...etagesQueries.report(etage ?? 0), enabled: !props.listed && etage !== null })
  const pris = report.data?.appartements.map(({ numLot }) => numLot) ?? []
  return (
    <LotForm
      {...props}
      type="appartement"
      form={form}
      read={(id, client) => client.fetchQuery(appartementsQueries.read(id))}
      toSaisie={toSaisie}
      together={['residence_id', 'bloc_id', 'etage_id']}
      save={(values, appartement, idempotencyKey) => {
        const body = toBody(values, appartement)
        if (!appartement)
          return callApi(appartementsEndpoints.create, { body, file: plan.file, idempotencyKey })
        const { file, ...removed } = plan.sent
        const { id, version } = appartement
        return callApi(appartementsEndpoints.update, {
          params: { id },
          body: { ...body, ...removed, version },
          file,
        })
      }}
      suivant={({ numLot }) => ({ nom: numLot, fields: { ...EMPTY, numLot: proposeNumero(numLot, pris) } })}
      size="lg"
      plan={plan}
      renderLast={(appartement) => (
        <PdfField
          label="Plan (PDF)"
          plan={plan}
          existing={Boolean(appartement?.plan_pdf)}
          error={form.errors['plan_pdf']}
        />
      )}
    >
      {(first) => (
        <>
          <FieldPair>
            <NomField form={form} field="numLot" label="Numéro de lot" ref={first} />
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
            <AreaField
              label="Surface utile"
              required
              step={0.01}
              {...withHelp(form.getInputProps('surfaceUtile'), AIDE_SURFACE_UTILE)}
            />
          </FieldPair>
          <DouteDesSurfaces
            habitable={form.values.surfaceHabitable}
            utile={form.values.surfaceUtile}
            onMettre={(utile) => {
              form.setFieldValue('surfaceUtile', utile)
              form.getInputNode('surfaceUtile')?.focus()
            }}
          />
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

const toSaisie = (appartement?: AppartementLu, filters?: LieuChoisi) => ({
  ...SANS_ACHETEUR,
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
})

/** Empty fields are left out; an emptied amount is sent as null, which clears it (D2 §5, Q122). */
function toBody(values: ReturnType<typeof toSaisie>, appartement: AppartementLu | undefined) {
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

/** Details of an appartement, with the total area that the server computes (D2 §2.4, Q120, Q141). */
export function AppartementDetails({ id, loaded, onClose, onError }: LotDetailsProps<AppartementLu>) {
  const query = useQuery({ ...appartementsQueries.read(id), placeholderData: loaded })
  return (
    <LotDetails type="appartement" query={query} toLot={toLot} onClose={onClose}>
      {(appartement) => {
        const { numLot, typeLogement, surfaceHabitable, surfaceUtile } = appartement
        const { montant, montant1, montant2, plan_pdf } = appartement
        const lot = toLot(appartement)
        const lieu = lieuDeLAppartement(appartement)
        return (
          <Facts
            facts={[
              { label: 'Lot', value: numLot },
              { label: 'Type', value: typeLogement },
              { label: 'État', value: <EtatDuBien bien={lot} avecLeMotSpecifie /> },
              ...faitsDuSuivi(lot),
              lieu.residence,
              lieu.bloc,
              lieu.etage,
              { label: 'Surface habitable', value: <Surface decimal={surfaceHabitable} /> },
              { label: 'Surface utile', value: <Surface decimal={surfaceUtile} /> },
              { label: 'Surface totale', value: <Superficie id={id} onError={onError} /> },
              { label: 'Montant', value: <MontantSuivi bien={lot} montant={montant} /> },
              { label: 'Prix au m²', value: <PrixDuLot id={id} montant={montant} /> },
              montant1 !== null && { label: 'Montant 1', value: <Montant decimal={montant1} /> },
              montant2 !== null && { label: 'Montant 2', value: <Montant decimal={montant2} /> },
              ...faitsDeLaVente(lot),
              { label: 'Plan', value: plan_pdf === null ? 'Aucun' : 'Enregistré (PDF)' },
            ]}
          />
        )
      }}
    </LotDetails>
  )
}

function Superficie({ id, onError }: { id: number; onError: (message: string) => void }) {
  const { data, error } = useQuery(appartementsQueries.superficie(id))
  const tell = useEffectEvent((failure: Error) =>
    onError(messageOf(failure, 'Erreur lors du calcul de la superficie.')),
  )
  useEffect(() => {
    if (error) tell(error)
  }, [error])
  if (data) return <Surface decimal={data.superficie_totale} />
  return error ? 'Impossible de calculer la superficie' : 'Chargement...'
}

function PrixDuLot({ id, montant }: { id: number; montant: number }) {
  const { data } = useQuery(appartementsQueries.superficie(id))
  return data ? <PrixAuMetreCarre montant={montant} surface={data.superficie_totale} /> : 'Non spécifié'
}

export function AppartementReport({ id, onClose }: LotReportProps) {
  const query = useQuery(appartementsQueries.report(id))
  return (
    <LotReport
      query={query}
      toLot={({ id: lot, numLot, stats: { montant, client } }) => ({
        id: lot,
        type: 'appartement',
        numero: numLot,
        montant,
        client,
        estDispo: client === null,
      })}
      onClose={onClose}
    >
      {({ numLot, typeLogement, stats, etage, bloc, residence, ...suivi }) => {
        const lieu = lieuDeLAppartement({ bloc: { ...bloc, residence_id: residence.id, residence }, etage })
        return (
          <>
            <p className="dim flat" data-nom>
              <strong>Appartement {numLot}</strong> · {typeLogement} · {lieu.residence.value} ·{' '}
              {lieu.bloc.value} · {lieu.etage.value}{' '}
              <EtatDuBien bien={{ ...suivi, estDispo: stats.client === null }} />
            </p>
            <ReportSection title="Surfaces">
              <Tiles
                wide
                tiles={[
                  { label: 'Surface habitable', value: <Surface decimal={stats.surfaceHabitable} /> },
                  { label: 'Surface utile', value: <Surface decimal={stats.surfaceUtile} /> },
                  { label: 'Surface totale', value: <Surface decimal={stats.superficieTotale} /> },
                ]}
              />
            </ReportSection>
            <ReportSection title="Prix">
              <Tiles
                wide
                tiles={[
                  { label: 'Prix', value: <Montant decimal={stats.montant} /> },
                  {
                    label: 'Prix au m²',
                    value: <PrixAuMetreCarre montant={stats.montant} surface={stats.superficieTotale} />,
                  },
                  ...partial('Montant 1', stats.montant1),
                  ...partial('Montant 2', stats.montant2),
                ]}
              />
            </ReportSection>
          </>
        )
      }}
    </LotReport>
  )
}

const partial = (label: string, montant: number | null) =>
  montant === null ? [] : [{ label, value: <Montant decimal={montant} /> }]
