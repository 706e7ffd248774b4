import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCash,
  IconDoor,
  IconFileCertificate,
  IconFileInvoice,
  IconFolder,
  IconParking,
  IconReceipt,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { TrouvailleLue } from '#features/recherche/recherche.contract.ts'
import { turnPage } from '#features/charges/web/charges.state.ts'
import { hasMots, normaliser } from '#shared/texte.ts'
import {
  type Adresse,
  appartementAt,
  biensOf,
  blocsOf,
  dossierAt,
  etagesOf,
  localAt,
  newPaiement,
  paiementsOf,
  placesOf,
  planDeVenteOf,
  screens,
} from '#web/paths.ts'

export interface Destination extends Adresse {
  key: string
  icon: Icon
  title: string
  under: string
  client?: string
  totaux?: { biens: number; resteAPayer: number }
  /** A second address of the line, chosen by → or Tab. */
  offre?: Adresse & { label: string }
}

export interface Ecran {
  to: string
  search?: Record<string, string>
  action?: boolean
  label: string
  icon: Icon
  parts?: readonly { label: string; search: Record<string, string> }[]
}

const ICONS: Record<TrouvailleLue['genre'], Icon> = {
  client: IconUser,
  residence: IconBuildingCommunity,
  bloc: IconBuilding,
  appartement: IconDoor,
  local: IconBuildingStore,
  place_parking: IconParking,
  vente: IconFolder,
  recu: IconReceipt,
  paiement: IconCash,
  bon: IconFileInvoice,
  document: IconFileCertificate,
}

const ACTIONS = [
  {
    label: 'Ajouter un paiement',
    autre: 'Nouveau paiement',
    icon: IconCash,
    call: paiementsEndpoints.create,
    ...newPaiement(),
  },
]

const partsOf = ({ to, icon, label: ecran, parts = [] }: Ecran) =>
  parts.map((part) => ({ ...part, to, icon, under: ecran }))

export function destinations(
  text: string,
  menu: readonly Ecran[],
  found: readonly TrouvailleLue[],
  peut: (call: Pick<Endpoint, 'access'>) => boolean,
): Destination[] {
  const blank = text.trim() === ''
  const named = ({ label }: { label: string }) => normaliser(label).includes(normaliser(text))
  const ecrans = blank ? [] : menu.filter(named)
  const parts = blank ? [] : menu.flatMap((ecran) => partsOf(ecran).filter(named))
  const actions = blank
    ? []
    : ACTIONS.filter(({ label, autre, call }) => peut(call) && hasMots([label, autre], text))
  return [
    ...ecrans.map(({ to, search, label, icon, action = false }) => ({
      key: `${to} ${label}`,
      icon,
      title: label,
      under: action ? 'Action' : 'Écran',
      to,
      ...(search && { search }),
    })),
    ...parts.map(({ label, under, ...part }) => ({ ...part, key: label, title: label, under })),
    ...actions.map(({ label, autre: _autre, call: _call, ...action }) => ({
      ...action,
      key: label,
      title: label,
      under: 'Action',
    })),
    ...found.map((record) => ({
      key: `${record.genre}-${record.id}`,
      icon: ICONS[record.genre],
      title: record.titre,
      under: record.lieu,
      ...(record.client && { client: record.client.nomComplet }),
      ...(record.totaux && { totaux: record.totaux }),
      ...(record.totaux &&
        record.totaux.resteAPayer > 0 &&
        peut(paiementsEndpoints.create) && {
          offre: { label: 'Nouveau paiement', ...newPaiement(record.id) },
        }),
      ...(record.genre === 'residence' && {
        offre: { label: 'Plan de vente', ...planDeVenteOf(record.id) },
      }),
      ...addressOf(record),
    })),
  ]
}

/**
 * The address of a hit. A sold bien leads to its payments, a free one to its own screen; a client to the biens, a residence to its blocs, a
 * bloc to its étages, a dossier or a document to the dossier, a document of a bloc alone to the blocs, a receipt or a payment to its row, a
 * voucher to its place among the charges.
 */
function addressOf(found: TrouvailleLue): Adresse {
  const { genre, id, client, residence_id, parking_id, paiement, bon } = found
  if (genre === 'client') return biensOf(id)
  if (genre === 'vente') return { to: dossierAt(id) }
  if (genre === 'document') return residence_id === null ? { to: dossierAt(id) } : blocsOf(residence_id)
  if (genre === 'residence') return blocsOf(id)
  if (genre === 'bloc') return etagesOf(residence_id ?? 0, id)
  if (genre === 'recu' || genre === 'paiement')
    return paiement && client
      ? {
          to: paiementsOf(client.id, paiement.bien),
          search: {
            ...(paiement.page > 1 && { page: String(paiement.page) }),
            paiement: String(id),
          },
        }
      : { to: screens.paiements }
  if (genre === 'bon') return { to: screens.charges, search: bon ? placeDuBon(id, bon) : {} }
  if (client) return { to: paiementsOf(client.id, { type: genre, id }) }
  if (genre === 'appartement') return appartementAt(id)
  if (genre === 'local') return localAt(id)
  return placesOf(parking_id ?? 0)
}

function placeDuBon(
  id: number,
  { categorie_id, page_categorie, page }: NonNullable<TrouvailleLue['bon']>,
): Record<string, string> {
  return {
    bon: String(id),
    ...(page_categorie > 1 && { page: String(page_categorie) }),
    ...(page > 1 && { bons: turnPage('', categorie_id, page) }),
  }
}
