import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { colonnesDuLot } from '#features/biens/web/colonnesDuLot.tsx'
import { acheteur, resteAPayer, faitsDuLocal } from '#features/biens/web/LotParts.tsx'
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

const COLONNES = colonnesDuLot(toLot, faitsDuLocal)

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
    {
      title: 'Local',
      genre: 'texte',
      min: 90,
      phone: 'qui',
      sort: 'num',
      second: { title: 'Surface', sort: 'surface' },
      cell: nom,
      under: (local) => faitsDuLocal(local).surface.value,
    },
    { ...COLONNES.lieu, min: 170, phone: 'quoi' },
    COLONNES.etat,
    {
      ...COLONNES.client,
      min: 170,
      cell: (local) => COLONNES.client.cell(local) ?? 'Aucun client',
      under: ({ client }) => client && <PhoneLink tel={client.tel} />,
    },
    { ...COLONNES.prix, sort: 'montant' },
    COLONNES.reste,
  ],
  Form: lazyDialog<'LocalForm', LotFormProps<LocalLu>>(load, 'LocalForm'),
  Details: lazyDialog<'LocalDetails', LotDetailsProps<LocalLu>>(load, 'LocalDetails'),
  Report: lazyDialog<'LocalReport', LotReportProps>(load, 'LocalReport'),
}

export function LocauxPage() {
  return <Lots genre={LOCAUX} />
}
