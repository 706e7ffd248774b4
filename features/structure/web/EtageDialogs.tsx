import { withHelp } from '#web/kit/field/hints.ts'
import { AIDE_NIVEAU } from '#features/structure/structure.words.ts'
import { useQuery } from '@tanstack/react-query'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { etageForm, etagesEndpoints, type Etage } from '#features/structure/etages.contract.ts'
import { BlocField, ResidenceField } from '#features/structure/web/LieuSelects.tsx'
import type { NiveauDialogProps, NiveauFormProps, NiveauReportProps } from '#features/structure/web/niveau.ts'
import { NomField, RecordForm } from '#features/structure/web/RecordForm.tsx'
import { etagesQueries, type LieuChoisi } from '#features/structure/web/structure.queries.ts'
import { NiveauDetails, StructureReport } from '#features/structure/web/StructureReport.tsx'
import { formatNombre } from '#shared/argent.ts'
import { proposeNumero } from '#shared/numero.ts'
import { callApi } from '#web/kit/call/api.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { BlocLink, ClientLink, EtageLink, LotLink, ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import styles from '#web/kit/print/Report.module.css'
import { formatPourcentPoint, ReportSection } from '#web/kit/print/ReportParts.tsx'

const MOTS = {
  nom: 'Étage',
  ajouter: 'Ajouter un étage',
  modifier: "Modifier l'étage",
  creation: 'Erreur lors de la création. Vérifiez les champs.',
  changement: 'Erreur lors de la mise à jour.',
}

const toSaisie = (etage?: Etage, lieu?: LieuChoisi) => ({
  residence_id: etage?.bloc.residence.id ?? lieu?.residence ?? null,
  // A bloc needs its residence.
  bloc_id: etage?.bloc_id ?? (lieu?.residence ? lieu.bloc : null),
  designation: etage?.designation ?? '',
  niveau: etage?.niveau ?? '',
  logement_par_palier: etage?.logement_par_palier ?? '',
})

export function EtageForm({ lieu, ...props }: NiveauFormProps<Etage>) {
  const form = useContractForm(etageForm, toSaisie(props.listed, lieu))
  const { bloc_id: blocId } = form.getValues()
  const { data: siblings = [] } = useQuery({ ...etagesQueries.ofBloc(blocId ?? 0), enabled: blocId !== null })
  const taken = siblings.map(({ designation }) => designation)
  return (
    <RecordForm
      {...props}
      mots={MOTS}
      form={form}
      read={(id, client) => client.fetchQuery(etagesQueries.read(id))}
      toSaisie={toSaisie}
      together={['residence_id', 'bloc_id']}
      save={({ residence_id, bloc_id, ...values }, etage, idempotencyKey) => {
        const body = { ...values, residence_id: residence_id ?? '', bloc_id: bloc_id ?? '' }
        if (!etage) return callApi(etagesEndpoints.create, { body, idempotencyKey })
        const { id, version } = etage
        return callApi(etagesEndpoints.update, { params: { id }, body: { ...body, version } })
      }}
      suivant={({ designation, niveau }) => ({
        nom: designation,
        fields: { designation: proposeNumero(designation, taken), niveau: Number(niveau) + 1 },
      })}
    >
      {(first) => (
        <>
          <ResidenceField form={form} />
          <BlocField form={form} />
          <NomField form={form} field="designation" label="Désignation" ref={first} />
          <FieldPair>
            <NumberField
              label="Niveau"
              required
              decimalScale={0}
              allowNegative
              {...withHelp(form.getInputProps('niveau'), AIDE_NIVEAU)}
            />
            <NumberField
              label="Logements par palier"
              required
              decimalScale={0}
              {...form.getInputProps('logement_par_palier')}
            />
          </FieldPair>
        </>
      )}
    </RecordForm>
  )
}

/** Détails de l'étage, with the capacity that the server computes (D2 §2.3). */
export function EtageDetails({ record, onClose }: NiveauDialogProps<Etage>) {
  const { id, designation, niveau, logement_par_palier, bloc } = record
  const residenceId = bloc.residence.id
  const capacite = useQuery(etagesQueries.capacite(id))
  return (
    <NiveauDetails
      title="Détails de l'étage"
      objet="etage"
      id={id}
      nom={designation}
      facts={[
        {
          label: 'Désignation',
          value: <EtageLink id={id} designation={designation} blocId={bloc.id} residenceId={residenceId} />,
        },
        { label: 'Résidence', value: <ResidenceLink id={residenceId} nom={bloc.residence.nom} /> },
        { label: 'Bloc', value: <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={residenceId} /> },
        { label: 'Niveau', value: formatNombre(niveau) },
        { label: 'Logements par palier', value: formatNombre(logement_par_palier) },
        capacite.data && {
          label: 'Capacité de logement',
          value: formatNombre(capacite.data.capacite_logement),
        },
      ]}
      onClose={onClose}
    >
      {(!capacite.data || capacite.isError) && (
        <Results
          query={capacite}
          loading="Chargement de la capacité..."
          error="Impossible de calculer la capacité."
          cards={0}
        >
          {() => null}
        </Results>
      )}
    </NiveauDetails>
  )
}

/** Rapport détaillé of an étage (D2 §2.3). */
export function EtageReport({ id, onClose }: NiveauReportProps) {
  const query = useQuery(etagesQueries.report(id))
  return (
    <StructureReport
      query={query}
      nom={query.data?.designation}
      error="Erreur lors du chargement du rapport."
      onClose={onClose}
      renderPlace={({ bloc }) => (
        <>
          <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> ·{' '}
          <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence.id} />
        </>
      )}
      tiles={({ stats }) => ({
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        'Occupation %': formatPourcentPoint(stats.tauxOccupation),
      })}
      rate={formatPourcentPoint}
    >
      {({ appartements }) => (
        <ReportSection title="Liste des appartements" long>
          {appartements.length === 0 && <p className="dim flat">Aucun appartement trouvé pour cet étage.</p>}
          <ul className={`stack list ${styles.lines}`}>
            {appartements.map(({ id: lot, numLot, typeLogement, bloc: { nomloc }, vente_id, client }) => (
              <li key={lot} className={styles.line}>
                <LotLink id={lot} numLot={numLot} venteId={vente_id} />
                <span data-nom>
                  {typeLogement} · {nomloc}
                </span>
                <span data-nom>
                  {client ? <Buyer client={client} buyers={buyersOf(appartements)} /> : 'Libre'}
                </span>
              </li>
            ))}
          </ul>
        </ReportSection>
      )}
    </StructureReport>
  )
}

const buyersOf = (lots: readonly { client: { id: number } | null }[]): number[] => [
  ...new Set(lots.flatMap(({ client }) => client?.id ?? [])),
]

interface BuyerProps {
  client: { id: number; nomComplet: string }
  buyers: readonly number[]
}

/** Buyer with the phone from the clients list, « N/A » when the list lacks it (D2 §2.3, Q114). The list is read for these buyers only. */
function Buyer({ client, buyers }: BuyerProps) {
  const { data = [], isPending } = useQuery(clientsQueries.among(buyers))
  const tel = data.find(({ id }) => id === client.id)?.tel
  return (
    <>
      <ClientLink id={client.id} nomComplet={client.nomComplet} />
      <div className="dim">{tel ? <PhoneLink tel={tel} /> : isPending ? '…' : 'N/A'}</div>
    </>
  )
}
