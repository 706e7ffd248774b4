import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import styles from '#features/charges/web/Charges.module.css'
import {
  chargesQueries,
  useDeleteReglement,
  type BonEntierLu,
  type ReglementLu,
} from '#features/charges/web/charges.queries.ts'
import { EtatDuBon } from '#features/charges/web/EtatDuBon.tsx'
import { ReglementForm } from '#features/charges/web/ReglementForm.tsx'
import { reglementsEndpoints } from '#features/charges/reglements.contract.ts'
import { formatMode } from '#features/paiements/modes.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { useDeletion } from '#web/kit/dialog/confirm.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { InputScope } from '#web/kit/form/savedInput.ts'
import { ECHEC } from '#features/charges/web/charges.actions.ts'

interface ReglementsDialogProps {
  bon: { id: number; reference: string }
  onClose: () => void
}

/** Total of a voucher and its règlements, with the form that pays it on top. */
export function ReglementsDialog({ bon: { id, reference }, onClose }: ReglementsDialogProps) {
  const query = useQuery(chargesQueries.bon(id))
  const [paying, setPaying] = useOpened<{ bon: number }>('reglement')
  const banners = useBanners()
  return (
    <>
      <Dialog
        title={`Règlements de ${reference}`}
        onClose={onClose}
        dismissible={paying === null}
        size="three"
      >
        <Banners banners={banners} />
        <Results
          query={query}
          loading="Chargement des règlements..."
          error="Erreur lors du chargement des règlements."
          cards={0}
        >
          {(bon) => (
            <Contenu
              bon={bon}
              onPay={() => setPaying({ bon: id })}
              onDone={banners.success}
              onFail={banners.error}
            />
          )}
        </Results>
      </Dialog>
      {paying && query.data && (
        <InputScope value="reglement">
          <ReglementForm bon={query.data} onClose={() => setPaying(null)} onSaved={banners.success} />
        </InputScope>
      )}
    </>
  )
}

interface ContenuProps {
  bon: BonEntierLu
  onPay: () => void
  onDone: (message: string) => void
  onFail: (message: string) => void
}

function Contenu({ bon, onPay, onDone, onFail }: ContenuProps) {
  const { total_montant, regle, reste, reglements } = bon
  const peut = usePeut()
  return (
    <div className="stack gap-16">
      <dl className={`stack facts pairs gap-6 ${styles.sommes}`}>
        <div>
          <dt>Total du bon</dt>
          <dd>
            <Montant decimal={total_montant} />
          </dd>
        </div>
        <div>
          <dt>Réglé</dt>
          <dd>
            <Montant decimal={regle} />
          </dd>
        </div>
        <div className="bold">
          <dt>Reste à régler</dt>
          <dd>
            <Montant decimal={reste} />
          </dd>
        </div>
      </dl>
      {reglements.length === 0 ? (
        <p className="dim flat">Aucun règlement pour ce bon.</p>
      ) : (
        <Reglements bon={bon} onDone={onDone} onFail={onFail} />
      )}
      {reste > 0 && peut(reglementsEndpoints.createReglement) && (
        <Button className={styles.regler} leftSection={<IconPlus size={18} stroke={1.8} />} onClick={onPay}>
          Ajouter un règlement
        </Button>
      )}
      {reste === 0 && (
        <div className="flex">
          <EtatDuBon bon={bon} />
        </div>
      )}
    </div>
  )
}

function Reglements({ bon: { id, reference, reglements }, onDone, onFail }: Omit<ContenuProps, 'onPay'>) {
  const peut = usePeut()
  const deletion = useDeleteReglement()
  const remove = useDeletion(onDone, onFail)
  return (
    <ul className={`stack list parted ${styles.reglements}`} aria-label={`Règlements de ${reference}`}>
      {reglements.map((reglement) => {
        const montant = formatMontant(fromDecimal(reglement.montant))
        return (
          <li key={reglement.id}>
            <div className="anywhere shrinks">
              <div>
                {formatJourCourt(reglement.date_reglement)} · {formatMode(reglement.mode)}
              </div>
              <div className="dim small if-any" data-nom>
                {describeMoyen(reglement)}
              </div>
            </div>
            <span className="bold">
              <Montant decimal={reglement.montant} />
            </span>
            {peut(reglementsEndpoints.deleteReglement) && (
              <IconAction
                icon={IconTrash}
                label={`Supprimer le règlement de ${montant} du ${formatJourCourt(reglement.date_reglement)}`}
                danger
                onClick={() =>
                  void remove({
                    title: 'Supprimer le règlement',
                    body: `Êtes-vous sûr de vouloir supprimer le règlement de ${montant} ? Cette action est définitive.`,
                    fallback: ECHEC,
                    action: () => deletion.mutateAsync({ bonId: id, reglementId: reglement.id }),
                  })
                }
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** « 0012345 · BNA 001 00600 77 · Acompte »: what a règlement says of itself besides its day and mode. */
const describeMoyen = ({ compte, banque, reference, details, vu_le }: ReglementLu): string =>
  [
    reference,
    compte ? `${compte.banque} ${compte.numero}` : banque,
    details,
    vu_le && `Vu sur le relevé le ${formatJourCourt(vu_le)}`,
  ]
    .filter(Boolean)
    .join(' · ')
