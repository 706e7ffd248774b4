import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { EtatDuBien } from '#features/biens/web/EtatDuBien.tsx'
import { acheteur, resteAPayer, resteCompact, faitsDuLocal } from '#features/biens/web/LotParts.tsx'
import type { GenreDeLot, LotDetailsProps, LotFormProps, LotReportProps } from '#features/biens/web/lots.ts'
import { Lots } from '#features/biens/web/Lots.tsx'
import type { TriLocaux } from '#features/biens/locaux.contract.ts'
import { localCalls, locauxQueries, toLot, type LocalLu } from '#features/biens/web/locaux.queries.ts'
import { PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { BienLink } from '#web/kit/card/EntityLinks.tsx'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const load = () => import('#features/biens/web/LocalDialogs.tsx')

const nom = ({ id, num, vente_id }: LocalLu) =>
  num ? (
    <BienLink type="local" id={id} venteId={vente_id}>
      Local {num}
    </BienLink>
  ) : (
    'Non spécifié'
  )
const decrire = ({ description }: LocalLu) => description || 'Aucune description'

const LOCAUX: GenreDeLot<LocalLu, TriLocaux> = {
  type: 'local',
  queries: locauxQueries,
  calls: localCalls,
  endpoints: locauxEndpoints,
  toLot,
  texts: ({ num, description }) => [num, description],
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
    { title: 'Prix', sort: 'montant', figure: true, cell: (local) => faitsDuLocal(local).montant.value },
    { title: 'Résidence', sort: 'residence', share: 3, cell: (local) => faitsDuLocal(local).residence.value },
    { title: 'Bloc', sort: 'bloc', cell: (local) => faitsDuLocal(local).bloc.value },
    { title: 'État', sort: 'etat', cell: (lot) => <EtatDuBien bien={toLot(lot)} /> },
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
  Form: lazyDialog<'LocalForm', LotFormProps<LocalLu>>(load, 'LocalForm'),
  Details: lazyDialog<'LocalDetails', LotDetailsProps<LocalLu>>(load, 'LocalDetails'),
  Report: lazyDialog<'LocalReport', LotReportProps>(load, 'LocalReport'),
}

export function LocauxPage() {
  return <Lots genre={LOCAUX} />
}
