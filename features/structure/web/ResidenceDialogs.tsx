import { Button, TextInput } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  residenceInput,
  residencesEndpoints,
  type Residence,
} from '#features/structure/residences.contract.ts'
import type { NiveauDialogProps, NiveauFormProps, NiveauReportProps } from '#features/structure/web/niveau.ts'
import { Disponibilite } from '#features/structure/web/Niveaux.tsx'
import { NomField, RecordForm } from '#features/structure/web/RecordForm.tsx'
import { residencesQueries } from '#features/structure/web/structure.queries.ts'
import { ClientsSection, NiveauDetails, StructureReport } from '#features/structure/web/StructureReport.tsx'
import { formatNombre, formatPourcent, fromDecimal } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { callApi } from '#web/kit/call/api.ts'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/card/EntityLinks.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { OccupationBar } from '#web/kit/feedback/States.tsx'
import { PdfField, usePlan } from '#web/kit/file/FileField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import styles from '#web/kit/print/Report.module.css'
import { ReportSection } from '#web/kit/print/ReportParts.tsx'

const DossierLegal = lazyDialog(() => import('#features/structure/web/DossierLegal.tsx'), 'DossierLegal')

const MOTS = {
  nom: 'Résidence',
  ajouter: 'Ajouter une résidence',
  modifier: 'Modifier la résidence',
  creation: 'Erreur lors de la création. Vérifiez que le nom est unique.',
  changement: 'Erreur lors de la mise à jour. Vérifiez que le nom est unique.',
}

const toSaisie = (residence?: Residence) => ({
  nom: residence?.nom ?? '',
  adresse: residence?.adresse ?? '',
})

export function ResidenceForm(props: NiveauFormProps<Residence>) {
  const form = useContractForm(residenceInput, toSaisie(props.listed))
  const plan = usePlan()
  return (
    <RecordForm
      {...props}
      mots={MOTS}
      form={form}
      read={(id, client) => client.fetchQuery(residencesQueries.read(id))}
      toSaisie={toSaisie}
      save={(values, residence, idempotencyKey) => {
        if (!residence)
          return callApi(residencesEndpoints.create, { body: values, file: plan.file, idempotencyKey })
        const { file, ...removed } = plan.sent
        const body = { ...values, ...removed, version: residence.version }
        return callApi(residencesEndpoints.update, { params: { id: residence.id }, body, file })
      }}
      plan={plan}
    >
      {(_first, residence) => (
        <>
          <NomField form={form} field="nom" label="Nom" data-autofocus />
          <TextInput
            label="Adresse"
            required
            autoComplete="off"
            maxLength={255}
            {...form.getInputProps('adresse')}
          />
          <PdfField
            label="Plan (PDF)"
            plan={plan}
            existing={Boolean(residence?.plan_pdf)}
            error={form.errors['plan_pdf']}
          />
        </>
      )}
    </RecordForm>
  )
}

export function ResidenceDetails({ record, onClose }: NiveauDialogProps<Residence>) {
  return (
    <NiveauDetails
      title="Détails de la résidence"
      objet="residence"
      id={record.id}
      nom={record.nom}
      facts={[
        { label: 'Nom', value: <ResidenceLink id={record.id} nom={record.nom} /> },
        { label: 'Adresse', value: record.adresse || 'Non spécifiée' },
        { label: 'État', value: <Disponibilite sature={record.est_saturee} mot="Saturée" /> },
        { label: 'Blocs', value: formatNombre(record.blocs_count) },
        { label: 'Étages', value: formatNombre(record.etages_count) },
        { label: 'Appartements', value: formatNombre(record.appartements_count) },
        { label: 'Vendus', value: formatNombre(record.occupied_count) },
        { label: 'Locaux', value: formatNombre(record.locaux_count) },
        { label: 'Parkings', value: formatNombre(record.parkings_count) },
        { label: 'Plan', value: record.plan_pdf ? 'Enregistré (PDF)' : 'Aucun' },
      ]}
      onClose={onClose}
    >
      <OccupationBar percent={record.taux_occupation} label="Taux d'occupation" />
    </NiveauDetails>
  )
}

/** Sums paid for the current sales of a residence, by kind of bien (D2 §2.1, Q101). */
export function ResidencePaymentTotals({ record, onClose }: NiveauDialogProps<Residence>) {
  const query = useQuery(residencesQueries.paymentTotals(record.id))
  return (
    <Dialog title={`Total des paiements - ${record.nom}`} onClose={onClose}>
      <Results
        query={query}
        loading="Chargement des paiements..."
        error="Erreur lors du chargement des données de paiement."
        cards={0}
      >
        {({ appartements_total: appartements, places_parking_total: places, locaux_total: locaux }) => {
          const total = fromDecimal(appartements) + fromDecimal(places) + fromDecimal(locaux)
          return (
            <Facts
              facts={[
                { label: 'Appartements', value: <Montant decimal={appartements} /> },
                { label: 'Places de parking', value: <Montant decimal={places} /> },
                { label: 'Locaux', value: <Montant decimal={locaux} /> },
                { label: 'Total', total: true, value: <Montant centimes={total} /> },
              ]}
            />
          )
        }}
      </Results>
    </Dialog>
  )
}

/** Rapport détaillé of a residence (D2 §2.1). */
export function ResidenceReport({ id, onClose }: NiveauReportProps) {
  const query = useQuery(residencesQueries.report(id))
  const [legal, setLegal] = useOpened<{ id: number }>('dossier-legal')
  const banners = useBanners()
  const nom = query.data?.nom
  const report = (
    <StructureReport
      query={query}
      nom={nom}
      onClose={onClose}
      dismissible={legal === null}
      actions={
        <Button
          variant="default"
          leftSection={<IconGavel size={18} stroke={1.6} />}
          onClick={() => setLegal({ id })}
        >
          Dossier légal
        </Button>
      }
      renderPlace={({ adresse }) => adresse}
      tiles={({ stats }) => ({
        Blocs: formatNombre(stats.blocCount),
        Étages: formatNombre(stats.etageCount),
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        Disponibles: formatNombre(stats.availableCount),
        Occupation: formatPourcent(stats.tauxOccupation),
      })}
    >
      {({ blocs, clients }) => (
        <>
          <Banners banners={banners} />
          <ReportSection title="Blocs" long>
            {blocs.length === 0 && <p className="dim flat">Aucun bloc trouvé pour cette résidence</p>}
            <ul className={`stack list ${styles.lines}`}>
              {blocs.map((bloc) => (
                <li key={bloc.id} className={`${styles.line} ${styles.withBar}`}>
                  <span data-nom>
                    <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={id} />
                    <div className="dim">{bloc.description}</div>
                  </span>
                  <span>
                    {formatCompte(bloc.etages_count, 'étage')},{' '}
                    {formatCompte(bloc.appartements_count, 'appartement')}
                  </span>
                  <OccupationBar bands percent={bloc.tauxOccupation} label={`Occupation de ${bloc.nomloc}`} />
                </li>
              ))}
            </ul>
          </ReportSection>
          <ClientsSection clients={clients} none="Aucun client trouvé pour cette résidence">
            {({ bloc, etage }) => (
              <>
                <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={id} />,{' '}
                <EtageLink id={etage.id} designation={etage.designation} blocId={bloc.id} residenceId={id} />
              </>
            )}
          </ClientsSection>
        </>
      )}
    </StructureReport>
  )
  return (
    <>
      {report}
      {legal && (
        <InputScope value="dossier-legal">
          <DossierLegal id={id} nom={nom ?? ''} onClose={() => setLegal(null)} onSaved={banners.success} />
        </InputScope>
      )}
    </>
  )
}
