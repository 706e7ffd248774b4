import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { blocInput, blocsEndpoints, type Bloc } from '#features/structure/blocs.contract.ts'
import { ResidenceSelect } from '#features/structure/web/LieuSelects.tsx'
import type { NiveauDialogProps, NiveauFormProps, NiveauReportProps } from '#features/structure/web/niveau.ts'
import { describeStade, Disponibilite, factsOfBloc, isBlocSature } from '#features/structure/web/Niveaux.tsx'
import { ECHECS, NomField, RecordForm } from '#features/structure/web/RecordForm.tsx'
import { blocsQueries } from '#features/structure/web/structure.queries.ts'
import { ClientsSection, NiveauDetails, StructureReport } from '#features/structure/web/StructureReport.tsx'
import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { proposeNumero } from '#shared/numero.ts'
import { callApi } from '#web/kit/call/api.ts'
import { BlocLink, ClientLink, EtageLink, LotLink, ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/feedback/States.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import styles from '#web/kit/print/Report.module.css'
import { ReportSection } from '#web/kit/print/ReportParts.tsx'

const MOTS = { nom: 'Bloc', ajouter: 'Ajouter un bloc', modifier: 'Modifier le bloc', ...ECHECS }

const toSaisie = (bloc?: Bloc, residence: number | null = null) => ({
  nomloc: bloc?.nomloc ?? '',
  description: bloc?.description ?? '',
  residence_id: bloc?.residence_id ?? residence,
})

export function BlocForm({ lieu, ...props }: NiveauFormProps<Bloc>) {
  const form = useContractForm(blocInput, toSaisie(props.listed, lieu?.residence))
  return (
    <RecordForm
      {...props}
      mots={MOTS}
      form={form}
      read={(id, client) => client.fetchQuery(blocsQueries.read(id))}
      toSaisie={toSaisie}
      save={({ residence_id, ...values }, bloc, idempotencyKey) => {
        const body = { ...values, residence_id: residence_id ?? '' }
        if (!bloc) return callApi(blocsEndpoints.create, { body, idempotencyKey })
        const { id, version } = bloc
        return callApi(blocsEndpoints.update, { params: { id }, body: { ...body, version } })
      }}
      suivant={({ nomloc }) => ({ nom: nomloc, fields: { nomloc: proposeNumero(nomloc) } })}
    >
      {(first) => (
        <>
          <NomField form={form} field="nomloc" label="Nom du bloc" data-autofocus ref={first} />
          <Textarea
            label="Description"
            required
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <ResidenceSelect
            label="Résidence"
            required
            placeholder="Sélectionnez une résidence"
            {...form.getInputProps('residence_id')}
            value={form.getValues().residence_id}
          />
        </>
      )}
    </RecordForm>
  )
}

export function BlocDetails({ record: bloc, onClose }: NiveauDialogProps<Bloc>) {
  const { id, nomloc, residence_id } = bloc
  return (
    <NiveauDetails
      title="Détails du bloc"
      objet="bloc"
      id={id}
      nom={nomloc}
      facts={[
        { label: 'Nom', value: <BlocLink id={id} nomloc={nomloc} residenceId={residence_id} /> },
        { label: 'Description', value: bloc.description || 'Aucune description' },
        { label: 'Résidence', value: <ResidenceLink id={residence_id} nom={bloc.residence.nom} /> },
        { label: 'État', value: <Disponibilite sature={isBlocSature(bloc)} /> },
        ...factsOfBloc(bloc),
        { label: 'Locaux', value: formatNombre(bloc.locaux_count) },
      ]}
      onClose={onClose}
    >
      <OccupationBar bands percent={bloc.tauxOccupation} label="Taux d'occupation" />
    </NiveauDetails>
  )
}

/** Rapport détaillé of a bloc (D2 §2.2). */
export function BlocReport({ id, onClose }: NiveauReportProps) {
  const query = useQuery(blocsQueries.report(id))
  const residenceId = query.data?.residence.id ?? 0
  const renderEtage = (etage: { id: number; designation: string }) => (
    <EtageLink id={etage.id} designation={etage.designation} blocId={id} residenceId={residenceId} />
  )
  return (
    <StructureReport
      query={query}
      nom={query.data?.nomloc}
      onClose={onClose}
      bands
      renderPlace={({ residence, stade }) => (
        <>
          <ResidenceLink id={residence.id} nom={residence.nom} />
          <br />
          Stade : {describeStade(stade)}
        </>
      )}
      tiles={({ stats }) => ({
        Étages: formatNombre(stats.etageCount),
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        Disponibles: formatNombre(stats.availableCount),
        Occupation: formatPourcent(stats.tauxOccupation),
      })}
    >
      {({ etages, clients }) => (
        <>
          <ReportSection title="Étages" long>
            {etages.length === 0 && <p className="dim flat">Aucun étage trouvé pour ce bloc</p>}
            {etages.map((etage) => (
              <div key={etage.id} className={`stack gap-4 ${styles.floor}`}>
                <strong data-nom>{renderEtage(etage)}</strong>
                {etage.appartements.length === 0 && <p className="dim flat">Aucun appartement</p>}
                <ul className={`stack list ${styles.lines}`}>
                  {etage.appartements.map(({ id: lot, numLot, typeLogement, vente_id, client }) => (
                    <li key={lot} className={styles.line}>
                      <LotLink id={lot} numLot={numLot} venteId={vente_id} />
                      <span>{typeLogement}</span>
                      <span data-nom>
                        {client ? (
                          <ClientLink id={client.id} nomComplet={client.nomComplet} />
                        ) : (
                          'Aucun client'
                        )}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </ReportSection>
          <ClientsSection clients={clients} none="Aucun client trouvé pour ce bloc">
            {({ etage }) => renderEtage(etage)}
          </ClientsSection>
        </>
      )}
    </StructureReport>
  )
}
