import { desistementInput } from '#features/dossiers/desistement.contract.ts'
import { retenueDe } from '#features/dossiers/desistement.rules.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import {
  ChampsDuDesistement,
  toEnvoi,
  type SaisieDesistement,
} from '#features/dossiers/web/DesistementForm.tsx'
import { dossiersQueries, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { useUpdateDesistement } from '#features/dossiers/web/fins.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useRecord } from '#web/kit/useRecord.ts'

/** A share that no longer gives what was agreed on, a cheque having come back since, begins as the amount. */
function toSaisie({ desistement, totalPaye }: DossierLu): SaisieDesistement {
  const { retenue = 0, retenue_pourcent = null } = desistement ?? {}
  const share = retenue_pourcent === null ? null : { retenue_pourcent: fromDecimal(retenue_pourcent) }
  const par =
    share && retenueDe(share, fromDecimal(totalPaye)) === fromDecimal(retenue) ? 'pourcentage' : 'montant'
  return {
    demande_le: desistement?.demande_le ?? aujourdhui(),
    origine: desistement?.origine ?? 'client',
    motif: desistement?.motif ?? '',
    par,
    retenue: par === 'montant' ? retenue : '',
    retenue_pourcent: par === 'pourcentage' ? (retenue_pourcent ?? '') : '',
    note: desistement?.note ?? '',
    confirme: true,
  }
}

/** Corrects what was noted at the end of a sale. */
export function ModifierDesistement({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<SaisieDesistement>(desistementInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord<DossierLu, SaisieDesistement>(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie,
    together: ['par', 'retenue', 'retenue_pourcent'],
  })
  const update = useUpdateDesistement()
  return (
    <FormDialog
      title={`Modifier le désistement - Dossier ${record.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { id, desistement } = record
        const version = desistement?.version
        const { message } = await update.mutateAsync({ ...toEnvoi(values), id, version })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Mettre à jour"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de l'enregistrement du désistement."
    >
      <ChampsDuDesistement form={form} dossier={record} />
    </FormDialog>
  )
}
