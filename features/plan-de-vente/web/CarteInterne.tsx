import { Button } from '@mantine/core'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { libelleDuBien, type BienDesigne, type TypeBien } from '#shared/biens.ts'
import { LOTS, motsDeVente } from '#features/biens/biens.kinds.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { seVend, SuiviDialog, useActesDuSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import type { ActeDeSuivi } from '#features/biens/web/SuiviDialog.tsx'
import type { BienSuivi, LotDetailsProps } from '#features/biens/web/lots.ts'
import { usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { faitsDuLieu, type LotPlace } from '#features/plan-de-vente/web/lotPlace.tsx'
import styles from '#features/plan-de-vente/web/plan.module.css'
import type { LotLu, PlanLu } from '#features/plan-de-vente/web/plan.queries.ts'
import { useSuiteDeLaVente } from '#features/ventes/web/SuiteDeLaVente.tsx'
import { dossiersQueries } from '#features/ventes/web/dossiers.queries.ts'
import { relancesEndpoints } from '#features/ventes/relances.contract.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { Facts, type Fact } from '#web/kit/card/EntityCard.tsx'
import { ClientLink } from '#web/kit/card/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'
import { useChange } from '#web/kit/call/useChange.ts'
import { useOpened } from '#web/kit/dialog/useOpened.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { dossierAt, paiementsOf } from '#shared/paths.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { APPARTEMENT_VIDE, LOCAL_VIDE, PLACE_VIDE } from '#features/biens/web/biens.blanks.ts'
import { VENDRE } from '#features/biens/web/vendre.calls.ts'
import { openPlan, toLot, type AppartementLu } from '#features/biens/web/appartements.queries.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { toLot as toLotDuLocal, type LocalLu } from '#features/biens/web/locaux.queries.ts'
import { toBien } from '#features/biens/web/parkings.queries.ts'
import { placesEndpoints } from '#features/biens/parkings.contract.ts'
import { callRecord } from '#web/kit/call/api.ts'

const AssignerForm = lazyDialog(() => import('#features/ventes/web/AssignerForm.tsx'), 'AssignerForm')
const AppartementDetails = lazyDialog<'AppartementDetails', LotDetailsProps<AppartementLu>>(
  () => import('#features/biens/web/AppartementDialogs.tsx'),
  'AppartementDetails',
)
const LocalDetails = lazyDialog<'LocalDetails', LotDetailsProps<LocalLu>>(
  () => import('#features/biens/web/LocalDialogs.tsx'),
  'LocalDetails',
)
const Relancer = lazyDialog(() => import('#features/ventes/web/Relancer.tsx'), 'Relancer')
const PlacesPanel = lazyDialog(() => import('#features/biens/web/PlacesPanel.tsx'), 'PlacesPanel')

const HistoriqueDesPrix = lazyDialog(
  () => import('#features/prix/web/HistoriqueDesPrix.tsx'),
  'HistoriqueDesPrix',
)

type Opened =
  | { kind: 'assigner' }
  | { kind: 'relancer' }
  | { kind: 'details' }
  | { kind: 'prix' }
  | { kind: 'suivi'; acte: ActeDeSuivi }

interface CarteProps extends LotPlace {
  residence: PlanLu['residence']
  onClose: () => void
}

/** Card of a lot with its price, its client or blocage, and the actions of its state. Dialogs that it opens stand above it. */
export function CarteInterne({ residence, onClose, ...place }: CarteProps) {
  const { lot, parking } = place
  const { id, type, numero } = lot
  const fiche = useQuery(ficheQuery(lot)).data
  const venteId = fiche?.vente_id ?? 0
  const dossier = useQuery({ ...dossiersQueries.read(venteId), enabled: venteId !== 0 })
  const retard = dossier.data?.en_retard ?? 0
  const [opened, setOpened] = useOpened<Opened>('acte')
  const { banners, ...paiement } = usePaiementSurPlace()
  const { suite, offer } = useSuiteDeLaVente(banners, paiement)
  const vendre = useChange((vente: VenteSaisie) => VENDRE[type](id, vente), { evenRefused: true })
  const close = () => setOpened(null)
  return (
    <>
      <Dialog
        title={<bdi>{libelleDuBien(lot.type, lot.numero)}</bdi>}
        size="lg"
        onClose={onClose}
        dismissible={opened === null}
      >
        {paiement.element}
        {suite}
        <Facts facts={[...faitsDuLot(lot, fiche, retard), ...faitsDuLieu(place, residence)]} />
        {/* All its acts come at once, so that none moves under the pointer. */}
        {fiche && !(venteId !== 0 && dossier.isPending) && (
          <Actes
            lot={lot}
            fiche={fiche}
            late={retard > 0}
            onOpen={setOpened}
            onPayer={(clientId) => paiement.open({ clientId, bien: { type, id } })}
          >
            {lot.plan_pdf && (
              <Button variant="default" onClick={() => openPlan(lot.id, banners.error)}>
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
          {...motsDeVente({ type, numero })}
          facts={[
            { label: 'État', value: <EtatDuLot lot={lot} /> },
            { label: 'Prix', value: <Montant decimal={lot.montant} /> },
          ]}
          waits={type === 'place_parking' || LOTS[type].attendUnClient}
          option={fiche.option}
          bien={fiche}
          onAssign={(vente) => vendre.mutateAsync(vente)}
          onClose={close}
          onSaved={(message, vente) => offer(vente, message)}
        />
      )}
      {opened?.kind === 'relancer' && fiche?.client && (
        <Relancer
          venteId={venteId}
          client={fiche.client.nomComplet}
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

/** Only buyers are told « indisponible »; the type of the state allows it here too. */
function EtatDuLot({ lot: { etat, client, option } }: { lot: LotLu }) {
  const etat_bien = etat === 'indisponible' ? 'bloque' : etat
  return <EtatDuBien bien={{ etat_bien, option, estDispo: client === null }} />
}

function faitsDuLot(lot: LotLu, fiche: Fiche | undefined, retard: number): (Fact | null)[] {
  const { sorte, surface, montant, prixM2, client, option, bloque_motif } = lot
  const fact = (label: string, value: ReactNode): Fact => ({ label, value })
  const surfaces = fiche?.surfaces
  return [
    fact('État', <EtatDuLot lot={lot} />),
    client && fact('Client', <ClientLink {...client} />),
    option && fact('Option', <ClientLink id={fiche?.option?.client_id ?? 0} nomComplet={option.nom} />),
    bloque_motif === null ? null : fact('Motif du blocage', bloque_motif),
    sorte === null ? null : fact('Type', sorte),
    surfaces ? fact('Surface habitable', <Surface decimal={surfaces.habitable} />) : null,
    surfaces ? fact('Surface utile', <Surface decimal={surfaces.utile} />) : null,
    surface === null ? null : fact(surfaces ? 'Surface totale' : 'Surface', <Surface decimal={surface} />),
    fact('Prix', <Montant decimal={montant} />),
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
    retard > 0
      ? fact(
          'En retard',
          <span className="alarm">
            <Montant decimal={retard} />
          </span>,
        )
      : null,
  ]
}

interface ActesProps {
  lot: LotLu
  fiche: Fiche
  /** Whether something of its sale is late. */
  late: boolean
  onOpen: (opened: Opened) => void
  onPayer: (clientId: number) => void
  children: ReactNode
}

/** Actions that the state of the lot and the member's rôle allow. */
function Actes({ lot: { id, type, client }, fiche, late, onOpen, onPayer, children }: ActesProps) {
  const peut = usePeut()
  const suivre = useActesDuSuivi()(fiche, (acte) => onOpen({ kind: 'suivi', acte }))
  const dossier = dossierAt(fiche.vente_id ?? 0)
  return (
    <div className={`wrap gap-8 ${styles.actes}`}>
      {fiche.vente_id !== null && (
        <Button renderRoot={(props) => <Link to={dossier} {...props} />}>Ouvrir le dossier</Button>
      )}
      {seVend(fiche) && peut({ access: 'ventes' }) && (
        <Button onClick={() => onOpen({ kind: 'assigner' })}>Vendre</Button>
      )}
      {client && fiche.resteAPayer > 0 && peut({ access: 'encaisser' }) && (
        <Button variant="default" onClick={() => onPayer(client.id)}>
          Ajouter un paiement
        </Button>
      )}
      {late && peut(relancesEndpoints.create) && (
        <Button variant="default" onClick={() => onOpen({ kind: 'relancer' })}>
          Relancer
        </Button>
      )}
      {suivre.map(({ mot, onClick }) => (
        <Button key={mot} variant={fiche.etat_bien === 'bloque' ? 'filled' : 'default'} onClick={onClick}>
          {mot}
        </Button>
      ))}
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

/** Data of a lot's card and actions that the plan does not hold. */
type Fiche = BienSuivi & {
  montant: number
  version: number
  resteAPayer: number
  client: { id: number; nomComplet: string } | null
  surfaces: { habitable: number; utile: number } | null
}

const LECTURES: Record<TypeBien, (id: number, signal: AbortSignal) => Promise<Fiche>> = {
  async appartement(id, signal) {
    const lot = await callRecord(appartementsEndpoints.read, { params: { id }, signal }, APPARTEMENT_VIDE)
    const surfaces = { habitable: lot.surfaceHabitable, utile: lot.surfaceUtile }
    return { ...toLot(lot), surfaces }
  },
  async local(id, signal) {
    const local = await callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE)
    return { ...toLotDuLocal(local), surfaces: null }
  },
  async place_parking(id, signal) {
    const place = await callRecord(placesEndpoints.detail, { params: { id }, signal }, PLACE_VIDE)
    return { ...toBien(place), surfaces: null }
  },
}

const ficheQuery = ({ type, id }: BienDesigne) =>
  queryOptions({
    queryKey: ['plan-de-vente', 'fiche', type, id],
    queryFn: ({ signal }) => LECTURES[type](id, signal),
  })
