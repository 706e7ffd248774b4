import { titreDuBien } from '#shared/biens.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BIENS, LOTS } from '#features/biens/biens.kinds.ts'
import { SuiviDialog, type ActeDeSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { EtatDit } from '#features/plan-de-vente/web/CarteClient.tsx'
import { ficheQuery, VENDRE, type Fiche } from '#features/plan-de-vente/web/fiche.queries.ts'
import { faitsDuLieu, type LotPlace } from '#features/plan-de-vente/web/lieuDuLot.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { LotLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { useVoirLePlan } from '#features/plan-de-vente/web/useVoirLePlan.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Facts, type Fact } from '#web/kit/EntityCard.tsx'
import { ClientLink } from '#web/kit/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'
import { useChange } from '#web/kit/useChange.ts'
import { useOpened } from '#web/kit/useOpened.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { paiementsOf } from '#web/paths.ts'

const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')
const AppartementDetails = lazyDialog(
  () => import('#features/appartements/web/AppartementDetails.tsx'),
  'AppartementDetails',
)
const LocalDetails = lazyDialog(() => import('#features/locaux/web/LocalDetails.tsx'), 'LocalDetails')
const PlacesPanel = lazyDialog(() => import('#features/parkings/web/PlacesPanel.tsx'), 'PlacesPanel')

const HistoriqueDesPrix = lazyDialog(
  () => import('#features/prix/web/HistoriqueDesPrix.tsx'),
  'HistoriqueDesPrix',
)

type Opened =
  | { kind: 'assigner' }
  | { kind: 'details' }
  | { kind: 'prix' }
  | { kind: 'suivi'; acte: ActeDeSuivi }

interface CarteProps extends LotPlace {
  residence: PlanLu['residence']
  onClose: () => void
}

/** A lot with its price, who has it or why it is off sale, and what its state lets one do. What it opens stands on top of it. */
export function CarteInterne({ residence, onClose, ...place }: CarteProps) {
  const { lot, parking } = place
  const { id, type, numero, etat } = lot
  const fiche = useQuery(ficheQuery(lot)).data
  const [opened, setOpened] = useOpened<Opened>('acte')
  const { banners, ...paiement } = usePaiementSurPlace()
  const vendre = useChange((vente: VenteSaisie) => VENDRE[type](id, vente), { evenRefused: true })
  const close = () => setOpened(null)
  const voirLePlan = useVoirLePlan(lot, banners)
  return (
    <>
      <Dialog
        title={<bdi>{titreDuBien(lot.type, lot.numero)}</bdi>}
        size="lg"
        onClose={onClose}
        dismissible={opened === null}
      >
        {paiement.element}
        <Facts facts={[...faitsDuLot(lot, fiche), ...faitsDuLieu(place, residence)]} />
        {fiche && (
          <Actes
            lot={lot}
            fiche={fiche}
            onOpen={setOpened}
            onPayer={(clientId) => paiement.open({ clientId, bien: { type, id } })}
          >
            {voirLePlan && (
              <Button variant="default" onClick={voirLePlan}>
                Plan PDF
              </Button>
            )}
          </Actes>
        )}
      </Dialog>
      {opened?.kind === 'suivi' && fiche && (
        <SuiviDialog acte={opened.acte} bien={fiche} onClose={close} onSaved={banners.success} />
      )}
      {opened?.kind === 'assigner' && fiche && (
        <AssignerForm
          titre={BIENS[type].assigner.titre(numero)}
          mots={BIENS[type].assigner}
          facts={[
            { label: 'État', value: <EtatDit etat={etat} /> },
            { label: 'Montant', value: <Montant decimal={lot.montant} /> },
          ]}
          waits={type === 'place_parking' || LOTS[type].attendUnClient}
          hint="Veuillez sélectionner un client."
          option={fiche.option}
          onAssign={(client_id, option_id) => vendre.mutateAsync({ client_id, option_id })}
          onClose={close}
          onSaved={banners.success}
        />
      )}
      {opened?.kind === 'prix' && <HistoriqueDesPrix bien={lot} onClose={close} />}
      {opened?.kind === 'details' && type === 'appartement' && (
        <AppartementDetails id={id} loaded={undefined} onClose={close} onError={banners.error} />
      )}
      {opened?.kind === 'details' && type === 'local' && (
        <LocalDetails id={id} loaded={undefined} onClose={close} onError={banners.error} />
      )}
      {opened?.kind === 'details' && parking && <PlacesPanel parkingId={parking.id} onClose={close} />}
    </>
  )
}

/** What it is, what it costs, and whose it is. */
function faitsDuLot(lot: LotLu, fiche: Fiche | undefined): (Fact | null)[] {
  const { sorte, surface, montant, prixM2, etat, client, option, bloque_motif } = lot
  const fact = (label: string, value: ReactNode): Fact => ({ label, value })
  const surfaces = fiche?.surfaces
  return [
    fact('État', <EtatDit etat={etat} />),
    client && fact('Client', <ClientLink {...client} />),
    option &&
      fact(
        'Option',
        <>
          <bdi>{option.nom}</bdi>, jusqu'au {formatJourCourt(option.expire_le)}
        </>,
      ),
    bloque_motif === null ? null : fact('Motif du blocage', bloque_motif),
    sorte === null ? null : fact('Type', sorte),
    surfaces ? fact('Surface habitable', <Surface decimal={surfaces.habitable} />) : null,
    surfaces ? fact('Surface utile', <Surface decimal={surfaces.utile} />) : null,
    surface === null ? null : fact(surfaces ? 'Superficie totale' : 'Surface', <Surface decimal={surface} />),
    fact('Montant', <Montant decimal={montant} />),
    prixM2 === null
      ? null
      : fact(
          'Prix au m²',
          <>
            <Montant decimal={prixM2} />
            {'\u00A0/\u00A0m²'}
          </>,
        ),
    client && fiche ? fact('Reste à payer', <Montant decimal={fiche.resteAPayer} />) : null,
  ]
}

interface ActesProps {
  lot: LotLu
  fiche: Fiche
  onOpen: (opened: Opened) => void
  onPayer: (clientId: number) => void
  children: ReactNode
}

/** What the state of a lot, and the rôle of who looks at it, let one do. */
function Actes({ lot: { id, type, etat, client }, fiche, onOpen, onPayer, children }: ActesProps) {
  const peut = usePeut()
  const [ventes, patrimoine] = [peut({ access: 'ventes' }), peut({ access: 'patrimoine' })]
  const suivi = (acte: ActeDeSuivi) => () => onOpen({ kind: 'suivi', acte })
  const aVendre = etat === 'libre' || etat === 'option'
  return (
    <div className={styles.actes}>
      {aVendre && ventes && <Button onClick={() => onOpen({ kind: 'assigner' })}>Assigner un client</Button>}
      {client && fiche.resteAPayer > 0 && peut({ access: 'encaisser' }) && (
        <Button onClick={() => onPayer(client.id)}>Ajouter un paiement</Button>
      )}
      {etat === 'bloque' && patrimoine && <Button onClick={suivi('debloquer')}>Débloquer</Button>}
      {etat === 'libre' && ventes && (
        <Button variant="default" onClick={suivi('poser')}>
          Poser une option
        </Button>
      )}
      {etat === 'option' && (
        <Button variant="default" onClick={suivi('option')}>
          Option
        </Button>
      )}
      {etat === 'libre' && patrimoine && (
        <Button variant="default" onClick={suivi('bloquer')}>
          Bloquer
        </Button>
      )}
      {client && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to={paiementsOf(client.id, { type, id })} {...props} />}
        >
          Voir les paiements
        </Button>
      )}
      <Button variant="default" onClick={() => onOpen({ kind: 'details' })}>
        Détails
      </Button>
      <Button variant="default" onClick={() => onOpen({ kind: 'prix' })}>
        Historique des prix
      </Button>
      {children}
    </div>
  )
}
