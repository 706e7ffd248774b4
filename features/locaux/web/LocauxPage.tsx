import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import { LOTS } from '#features/biens/biens.kinds.ts'
import { acheteur, EtatDuLot, resteAPayer, resteCompact } from '#features/biens/web/LotParts.tsx'
import type { GenreDeLot } from '#features/biens/web/lots.ts'
import { LotsPage } from '#features/biens/web/LotsPage.tsx'
import { useBlocLieu, useMissingBloc } from '#features/blocs/web/blocs.queries.ts'
import type { TriLocaux } from '#features/locaux/locaux.contract.ts'
import { faitsDuLocal } from '#features/locaux/web/LocalFacts.tsx'
import { localCalls, locauxQueries, toLot, type LocalLu } from '#features/locaux/web/locaux.queries.ts'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { LocalLink } from '#web/kit/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'
import { ListeVide } from '#web/kit/ListeVide.tsx'
import { VideIci } from '#web/kit/VideIci.tsx'

/** Its number, leading to it. */
const nom = ({ id, num, client_id }: LocalLu) =>
  num ? <LocalLink id={id} num={num} clientId={client_id} /> : 'Non spécifié'
const decrire = ({ description }: LocalLu) => description || 'Aucune description'

const LOCAUX: GenreDeLot<LocalLu, TriLocaux> = {
  type: 'local',
  queries: locauxQueries,
  calls: localCalls,
  endpoints: locauxEndpoints,
  toLot,
  texts: ({ num, description }) => [num, description],
  Aucun: ({ action }) => (
    <ListeVide manque={useMissingBloc()} action={action}>
      {LOTS.local.aucun}
    </ListeVide>
  ),
  AucunIci: ({ residence, bloc, action }) => (
    <VideIci lieu={useBlocLieu(residence, bloc)} de={LOTS.local.de} action={action}>
      {LOTS.local.aucunTrouve}
    </VideIci>
  ),
  card(local) {
    const lot = toLot(local)
    const facts = faitsDuLocal(local)
    return {
      name: nom(local),
      under: decrire(local),
      facts: [
        facts.surface,
        facts.montant,
        [facts.residence, facts.bloc],
        acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
        lot.client && { label: 'Téléphone', value: <PhoneLink tel={lot.client.tel} /> },
        resteAPayer(lot),
      ],
    }
  },
  columns: [
    { title: 'Local', sort: 'num', cell: nom },
    { title: 'Description', sort: 'description', share: 3, cell: decrire },
    { title: 'Surface', sort: 'surface', figure: true, cell: (local) => faitsDuLocal(local).surface.value },
    { title: 'Montant', sort: 'montant', figure: true, cell: (local) => faitsDuLocal(local).montant.value },
    { title: 'Résidence', sort: 'residence', share: 3, cell: (local) => faitsDuLocal(local).residence.value },
    { title: 'Bloc', sort: 'bloc', cell: (local) => faitsDuLocal(local).bloc.value },
    { title: 'État', sort: 'etat', cell: (lot) => <EtatDuLot lot={toLot(lot)} /> },
    {
      title: 'Client',
      sort: 'client',
      share: 5,
      cell: (local) => (
        <>
          {acheteur(toLot(local))?.value ?? 'Aucun client'}{' '}
          {local.client && <PhoneLink tel={local.client.tel} />}
        </>
      ),
    },
    { title: 'Reste à payer', sort: 'reste', figure: true, cell: (local) => resteCompact(toLot(local)) },
  ],
  Form: lazyDialog(() => import('#features/locaux/web/LocalForm.tsx'), 'LocalForm'),
  Details: lazyDialog(() => import('#features/locaux/web/LocalDetails.tsx'), 'LocalDetails'),
  Report: lazyDialog(() => import('#features/locaux/web/LocalReport.tsx'), 'LocalReport'),
}

/** Gestion des Locaux (D2 §2.5). */
export function LocauxPage() {
  return <LotsPage genre={LOCAUX} />
}
