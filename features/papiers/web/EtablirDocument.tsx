import { papierInput } from '#features/papiers/papiers.contract.ts'
import { estDue } from '#features/papiers/papiers.rules.ts'
import { Remarques, useApercu } from '#features/papiers/web/AvantLePapier.tsx'
import {
  ChampsDuPapier,
  porteUneDate,
  saisieVide,
  toEnvoi,
  type SaisiePapier,
} from '#features/papiers/web/ChampsDuPapier.tsx'
import {
  issueAndPrint,
  useEtablir,
  openApercu,
  type DocumentLu,
} from '#features/papiers/web/documents.queries.ts'
import type { DossierLu, EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { langueDuNom, PAPIERS, type PapierDeVente } from '#shared/papiers.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withDateHint } from '#web/kit/field/hints.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { LangueDuPapier } from '#web/kit/print/LangueDuPapier.tsx'

interface EtablirDocumentProps {
  dossier: DossierLu
  type: PapierDeVente
  remarques: readonly string[]
  onClose: () => void
  onSaved: (saved: Pick<DocumentLu, 'id' | 'numero'> & { message: string }) => void
  /** The paper was issued but could not be shown. */
  onPrintFailed: (error: unknown) => void
}

export function EtablirDocument({
  dossier,
  type,
  remarques,
  onClose,
  onSaved,
  onPrintFailed,
}: EtablirDocumentProps) {
  const echeances = aAppeler(dossier)
  const form = useContractForm<SaisiePapier>(
    papierInput,
    saisieVide(
      type,
      type === 'appel_fonds' ? String(echeances[0]?.id ?? '') : '',
      langueDuNom(dossier.client.nomComplet),
    ),
  )
  const etablir = useEtablir()
  const idempotencyKey = useIdempotencyKey()
  const apercu = useApercu(form, () => openApercu(dossier.id, toEnvoi(form.getValues())))
  return (
    <FormDialog
      title={`${PAPIERS[type].libelle} - Dossier ${dossier.dossier}`}
      form={form}
      size={type === 'pv_remise' ? 'trio' : 'md'}
      onSubmit={async (values) => {
        apercu.forget()
        const saved = await issueAndPrint(
          () => etablir.mutateAsync({ ...toEnvoi(values), id: dossier.id, idempotencyKey }),
          onPrintFailed,
        )
        onSaved(saved)
      }}
      onClose={onClose}
      submitLabel="Établir et imprimer"
      busyLabel="Établissement..."
      fallback="Erreur lors de l'établissement du document."
    >
      <Remarques remarques={remarques} langue={form.values.langue} />
      <LangueDuPapier
        label="Langue du document"
        langue={form.values.langue}
        onChange={(langue) => form.setFieldValue('langue', langue)}
      />
      {porteUneDate(type) && (
        <DateField label="Date" withAsterisk required {...withDateHint(form.getInputProps('date'))} />
      )}
      <ChampsDuPapier form={form} type={type} echeances={echeances} />
      {apercu.element}
    </FormDialog>
  )
}

/** Échéances that an appel de fonds can claim: due today or earlier, and not fully paid. */
const aAppeler = ({ echeances }: Pick<DossierLu, 'echeances'>): EcheanceLue[] =>
  echeances.filter((echeance) => estDue(echeance, aujourdhui()))
