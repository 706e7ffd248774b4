import * as z from 'zod/mini'
import { desistementInput } from '#features/ventes/fins.contract.ts'
import {
  ChampsDuDesistement,
  Confirmation,
  saisieVide,
  toEnvoi,
  toSaisie,
  type SaisieDesistement,
} from '#features/ventes/web/DesistementForm.tsx'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { isLivre } from '#features/ventes/web/dossiers.words.ts'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import {
  rereadDossier,
  useDesister,
  useRouvrir,
  useUpdateDesistement,
  type DossierLu,
} from '#features/ventes/web/dossiers.queries.ts'
import { useReglagesFins } from '#features/parametres/web/parametres.queries.ts'
import { duBien } from '#shared/biens.ts'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { ConfirmDialog } from '#web/kit/dialog/ConfirmDialog.tsx'

const schema = z.intersection(
  desistementInput,
  z.object({ confirme: z.literal(true, 'Cochez cette case pour mettre fin à la vente.') }),
)

/** The form opens once the firm's usual retenue has loaded. */
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
  const form = useContractForm<SaisieDesistement>(schema, saisieVide(pourcent))
  const { record = listed, onReload } = useRecord<DossierLu, SaisieDesistement>(listed, form, {
    read: rereadDossier,
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
      {isLivre(record) && <Banner kind="error">{ventesErreurs.venteLivree.message}</Banner>}
      <ChampsDuDesistement form={form} dossier={record}>
        <p className="flat">
          <span data-nom>{record.bien.designation}</span> redevient libre tout de suite. Les paiements et
          l'échéancier restent dans le dossier.
        </p>
        <Confirmation form={form} />
      </ChampsDuDesistement>
    </FormDialog>
  )
}

export function ModifierDesistement({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<SaisieDesistement>(desistementInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord<DossierLu, SaisieDesistement>(listed, form, {
    read: rereadDossier,
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
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de l'enregistrement du désistement."
    >
      <ChampsDuDesistement form={form} dossier={record} />
    </FormDialog>
  )
}

export function AnnulerDesistement({ dossier, onClose, onSaved }: DialogDuDossierProps) {
  const rouvrir = useRouvrir()
  const { id, bien, client, montant } = dossier
  return (
    <ConfirmDialog
      request={{
        title: 'Annuler le désistement',
        body: (
          <p>
            Rouvrir la vente <span data-nom>{duBien(bien)}</span> à <span data-nom>{client.nomComplet}</span>,
            au prix de <Montant decimal={montant} /> ?
          </p>
        ),
        confirmLabel: 'Rouvrir la vente',
        busyLabel: 'Traitement...',
        fallback: "Erreur lors de l'annulation du désistement.",
        danger: false,
        action: async () => onSaved((await rouvrir.mutateAsync(id)).message),
      }}
      onClose={onClose}
    />
  )
}
