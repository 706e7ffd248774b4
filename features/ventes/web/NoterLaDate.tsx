import { describeDeviendront } from '#features/echeanciers/echeances.words.ts'
import { etapeInput } from '#features/ventes/dossiers.contract.ts'
import { AvecDossier } from '#features/ventes/web/AvecDossier.tsx'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { rereadDossier, useUpdateDossier, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { NOMS_DES_ETAPES } from '#features/ventes/dossier.codes.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'

/** A step of a sale that is noted by its day. */
type Etape = keyof typeof etapeInput

const TITRES: Record<Etape, string> = { contrat: 'Date du contrat', livraison: 'Date de livraison' }

export interface NoterLaDateProps extends DialogDuDossierProps {
  etape: Etape
}

/** Dialog that notes the day of a contract or of a delivery; it says before what that day makes due (comptes E.1). */
export function NoterLaDate({ dossier: listed, etape, onClose, onSaved }: NoterLaDateProps) {
  const champ = `${etape}_le` as const
  const toSaisie = (dossier: DossierLu) => ({
    [champ]: dossier[champ] ?? '',
    reservation_le: dossier.reservation_le,
  })
  const form = useContractForm<Record<string, string>>(etapeInput[etape], toSaisie(listed))
  const { record: dossier = listed, onReload } = useRecord(listed, form, { read: rereadDossier, toSaisie })
  const update = useUpdateDossier()
  const { [champ]: jour = '', reservation_le = '' } = form.values
  return (
    <FormDialog
      title={TITRES[etape]}
      form={form}
      onSubmit={async (saisie) => {
        const { message } = await update.mutateAsync({
          reservation_le: saisie['reservation_le'] ?? '',
          [champ]: saisie[champ],
          id: dossier.id,
          version: dossier.version,
        })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de la mise à jour. Vérifiez les champs."
    >
      <FieldPair>
        <DateField
          label={NOMS_DES_ETAPES[etape]}
          withAsterisk
          required
          openOnFocus={false}
          {...form.getInputProps(champ)}
        />
        <DateField
          label={NOMS_DES_ETAPES.reservation}
          withAsterisk
          required
          openOnFocus={false}
          {...form.getInputProps('reservation_le')}
        />
      </FieldPair>
      <p className="warn flat if-any" role="status">
        {isJour(jour) &&
          isJour(reservation_le) &&
          jour < reservation_le &&
          `La réservation est au ${formatJourCourt(reservation_le)} : avancez-la aussi.`}
      </p>
      <p className="bold flat if-any">{describeDeviendront(dossier.echeances, etape)}</p>
    </FormDialog>
  )
}

export interface NoterPourVenteProps {
  venteId: number
  onClose: () => void
  onSaved: (message: string) => void
}

/** The dialog of the day of the contract where only the id of the sale is known. */
export const NoterPourVente = ({ venteId, ...props }: NoterPourVenteProps) => (
  <AvecDossier venteId={venteId} title={TITRES.contrat} onClose={props.onClose}>
    {(dossier) => <NoterLaDate dossier={dossier} etape="contrat" {...props} />}
  </AvecDossier>
)
