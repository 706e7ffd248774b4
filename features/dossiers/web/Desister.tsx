import * as z from 'zod/mini'
import { desistementInput } from '#features/dossiers/desistement.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import {
  ChampsDuDesistement,
  Confirmation,
  toEnvoi,
  type SaisieDesistement,
} from '#features/dossiers/web/DesistementForm.tsx'
import { EmpecheParLivraison, isLivre } from '#features/dossiers/web/Empeche.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { useDesister } from '#features/dossiers/web/fins.queries.ts'
import styles from '#features/dossiers/web/fins.module.css'
import { useReglagesFins } from '#features/dossiers/web/reglagesVentes.ts'
import { aujourdhui } from '#shared/dates.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

const schema = z.intersection(
  desistementInput,
  z.object({ confirme: z.literal(true, 'Cochez cette case pour mettre fin à la vente.') }),
)

/** The end of a sale that the client or the promoter wants: opens once it is known what the firm keeps. */
export function Desister(props: DialogDuDossierProps) {
  const reglages = useReglagesFins()
  return reglages ? <Formulaire {...props} pourcent={reglages.desistement_retenue} /> : null
}

function Formulaire({
  dossier: listed,
  pourcent,
  onClose,
  onSaved,
}: DialogDuDossierProps & { pourcent: number | null }) {
  const form = useContractForm<SaisieDesistement>(schema, {
    demande_le: aujourdhui(),
    origine: 'client',
    motif: '',
    par: pourcent === null ? 'montant' : 'pourcentage',
    retenue: '',
    retenue_pourcent: pourcent ?? '',
    note: '',
    confirme: false,
  })
  const { record = listed, onReload } = useRecord<DossierLu, SaisieDesistement>(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie: () => form.getInitialValues(),
  })
  const desister = useDesister()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={`Désistement - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { id, version } = record
        const { message } = await desister.mutateAsync({ ...toEnvoi(values), id, version, idempotencyKey })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer le désistement"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement du désistement."
      danger
      disabled={isLivre(record)}
    >
      <EmpecheParLivraison dossier={record} />
      <ChampsDuDesistement form={form} dossier={record}>
        <p className={styles.phrase}>
          <span data-nom>{record.bien.designation}</span> redevient libre tout de suite. Les paiements et
          l'échéancier restent dans le dossier.
        </p>
        <Confirmation form={form} />
      </ChampsDuDesistement>
    </FormDialog>
  )
}
