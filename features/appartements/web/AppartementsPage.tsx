import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { Anchor } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import type { TriAppartements } from '#features/appartements/appartements.contract.ts'
import {
  appartementCalls,
  appartementsQueries,
  fetchPlan,
  toLot,
  type AppartementLu,
} from '#features/appartements/web/appartements.queries.ts'
import { lieuDeLAppartement } from '#features/appartements/web/lieuDeLAppartement.tsx'
import { LOTS } from '#features/biens/biens.kinds.ts'
import { acheteur, EtatDuLot, resteAPayer, resteCompact } from '#features/biens/web/LotParts.tsx'
import type { GenreDeLot } from '#features/biens/web/lots.ts'
import { LotsPage } from '#features/biens/web/LotsPage.tsx'
import { useEtageLieu, useMissingEtage } from '#features/etages/web/etages.queries.ts'
import { messageOf } from '#web/kit/api.ts'
import { LotLink } from '#web/kit/EntityLinks.tsx'
import { openInNewTab } from '#web/kit/files.ts'
import { IconAction } from '#web/kit/IconAction.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { VideIci } from '#web/kit/VideIci.tsx'

const openPlan = (id: number, onError: (message: string) => void) =>
  void openInNewTab(() => fetchPlan(id)).catch((error: unknown) =>
    onError(messageOf(error, 'Erreur lors du téléchargement du plan.')),
  )

const APPARTEMENTS: GenreDeLot<AppartementLu, TriAppartements> = {
  type: 'appartement',
  queries: appartementsQueries,
  calls: appartementCalls,
  endpoints: appartementsEndpoints,
  toLot,
  texts: ({ numLot, typeLogement }) => [numLot, typeLogement],
  Aucun: ({ action }) => (
    <ListeVide manque={useMissingEtage()} action={action}>
      {LOTS.appartement.aucun}
    </ListeVide>
  ),
  AucunIci: ({ residence, bloc, etage, action }) => (
    <VideIci lieu={useEtageLieu(residence, bloc, etage)} de={LOTS.appartement.de} action={action}>
      {LOTS.appartement.aucunTrouve}
    </VideIci>
  ),
  hasPlan: ({ plan_pdf }) => plan_pdf !== null,
  /** Where the lot is and, once sold, who bought it and where the payments stand; a free one shows no price (Q133). */
  card(appartement, onError) {
    const { id, numLot, typeLogement, plan_pdf, client_id } = appartement
    const lot = toLot(appartement)
    const lieu = lieuDeLAppartement(appartement)
    return {
      name: <LotLink id={id} numLot={numLot} clientId={client_id} />,
      under: typeLogement,
      facts: [
        [lieu.residence, lieu.bloc, lieu.etage],
        acheteur(lot),
        lot.client && { label: 'Prix', value: <Montant decimal={lot.montant} /> },
        resteAPayer(lot),
        plan_pdf !== null && {
          label: 'Plan',
          value: (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => openPlan(id, onError)}
              aria-label={`Voir le plan du lot ${numLot}`}
            >
              Voir le plan
            </Anchor>
          ),
        },
      ],
    }
  },
  /** A price list as well: a free lot shows its price here (Q133). */
  columns: [
    {
      title: 'Lot',
      sort: 'numLot',
      cell: ({ id, numLot, client_id }) => <LotLink id={id} numLot={numLot} clientId={client_id} />,
    },
    { title: 'Type', sort: 'typeLogement', cell: ({ typeLogement }) => typeLogement },
    {
      title: 'Résidence',
      sort: 'residence',
      share: 3,
      cell: (lot) => lieuDeLAppartement(lot).residence.value,
    },
    { title: 'Bloc', sort: 'bloc', cell: (lot) => lieuDeLAppartement(lot).bloc.value },
    { title: 'Étage', sort: 'etage', cell: (lot) => lieuDeLAppartement(lot).etage.value },
    { title: 'État', sort: 'etat', cell: (lot) => <EtatDuLot lot={toLot(lot)} /> },
    { title: 'Client', sort: 'client', share: 3, cell: (lot) => acheteur(toLot(lot))?.value },
    { title: 'Prix', sort: 'prix', figure: true, cell: ({ montant }) => <Montant decimal={montant} /> },
    { title: 'Reste à payer', sort: 'reste', figure: true, cell: (lot) => resteCompact(toLot(lot)) },
  ],
  rowActions: ({ id, numLot, plan_pdf }, onError) =>
    plan_pdf !== null && (
      <IconAction
        compact
        icon={IconFileTypePdf}
        label={`Voir le plan du lot ${numLot}`}
        onClick={() => openPlan(id, onError)}
      />
    ),
  Form: lazyDialog(() => import('#features/appartements/web/AppartementForm.tsx'), 'AppartementForm'),
  Details: lazyDialog(
    () => import('#features/appartements/web/AppartementDetails.tsx'),
    'AppartementDetails',
  ),
  Report: lazyDialog(() => import('#features/appartements/web/AppartementReport.tsx'), 'AppartementReport'),
}

/** Gestion des Appartements (D2 §2.4). */
export function AppartementsPage() {
  return <LotsPage genre={APPARTEMENTS} />
}
