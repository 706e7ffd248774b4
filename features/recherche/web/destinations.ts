import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { optionsEndpoints } from '#features/options/options.contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCash,
  IconCashRegister,
  IconDoor,
  IconFileCertificate,
  IconFileInvoice,
  IconFolder,
  IconHandStop,
  IconHelpCircle,
  IconKey,
  IconParking,
  IconReceipt,
  IconStack2,
  IconUser,
  IconUserPlus,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import type { TrouvailleLue } from '#features/recherche/recherche.contract.ts'
import { turnPage } from '#features/charges/web/charges.state.ts'
import { aideAt, PAGES_D_AIDE, SLUGS_D_AIDE } from '#shared/aide.ts'
import { formatSurface, fromDecimal } from '#shared/argent.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { hasMots, normaliser } from '#shared/texte.ts'
import {
  type Adresse,
  appartementAt,
  appartementsOf,
  blocsOf,
  caisseAt,
  clientAt,
  dossierAt,
  etagesOf,
  localAt,
  newPaiement,
  paiementsOf,
  placesOf,
  planDeVenteOf,
  screens,
} from '#shared/paths.ts'

export interface Destination extends Adresse {
  key: string
  icon: Icon
  title: string
  under: string
  client?: string
  totaux?: { biens: number; resteAPayer: number }
  /** Price of a bien that can be sold. */
  montant?: number
  etat?: EtatDuBien
  /** A second address of the line, chosen by → or Tab. */
  offre?: Adresse & { label: string }
  /** True for a page that opens in a tab of its own, so that the screen stays as it is. */
  ailleurs?: boolean
}

export interface Ecran {
  to: string
  search?: Record<string, string>
  action?: boolean
  label: string
  icon: Icon
  parts?: readonly { label: string; search: Record<string, string>; call?: Pick<Endpoint, 'access'> }[]
}

const ICONS: Record<TrouvailleLue['genre'], Icon> = {
  client: IconUser,
  residence: IconBuildingCommunity,
  bloc: IconBuilding,
  etage: IconStack2,
  appartement: IconDoor,
  local: IconBuildingStore,
  place_parking: IconParking,
  vente: IconFolder,
  recu: IconReceipt,
  paiement: IconCash,
  bon: IconFileInvoice,
  cloture: IconCashRegister,
  document: IconFileCertificate,
  membre: IconUserShield,
}

interface Acte extends Adresse {
  label: string
  synonyme: string
  icon: Icon
  call: Pick<Endpoint, 'access'>
}

/** The acts that the palette offers before anything is typed (ecrans §7). */
const ACTIONS: readonly Acte[] = [
  {
    label: 'Ajouter un paiement',
    synonyme: 'Nouveau paiement',
    icon: IconCash,
    call: paiementsEndpoints.create,
    ...newPaiement(),
  },
  {
    label: 'Vendre un bien',
    synonyme: 'Nouvelle vente',
    icon: IconKey,
    call: appartementsEndpoints.assigner,
    to: screens.ventes,
    search: { vendre: 'oui' },
  },
  {
    label: 'Ajouter un client',
    synonyme: 'Nouveau client',
    icon: IconUserPlus,
    call: clientsEndpoints.create,
    to: screens.clients,
    search: { ajouter: 'oui' },
  },
  {
    label: 'Poser une option',
    synonyme: 'Réserver',
    icon: IconHandStop,
    call: optionsEndpoints.create,
    // An option is placed from a bien that is free for it.
    to: screens.appartements,
    search: { etat: 'libre' },
  },
]

type Peut = (call: Pick<Endpoint, 'access'>) => boolean

export const actionsFor = (peut: Peut): Destination[] =>
  ACTIONS.filter(({ call }) => peut(call)).map(({ label, synonyme: _synonyme, call: _call, ...action }) => ({
    ...action,
    key: label,
    title: label,
    under: 'Action',
  }))

/** Letters below which the help pages would stand before most of what is looked for. */
const LETTRES_POUR_L_AIDE = 3

const AIDES: readonly Destination[] = SLUGS_D_AIDE.map((page) => ({
  key: `aide ${page}`,
  icon: IconHelpCircle,
  title: `Aide : ${PAGES_D_AIDE[page]}`,
  under: 'Aide, nouvel onglet',
  to: aideAt(page),
  ailleurs: true,
}))

const partsOf = ({ to, icon, label: ecran, parts = [] }: Ecran, peut: Peut) =>
  parts
    .filter(({ call }) => !call || peut(call))
    .map(({ label, search }) => ({ label, search, to, icon, under: ecran }))

export function destinations(
  text: string,
  menu: readonly Ecran[],
  found: readonly TrouvailleLue[],
  peut: Peut,
  first?: string,
): Destination[] {
  const blank = text.trim() === ''
  const named = ({ label }: { label: string }) => normaliser(label).includes(normaliser(text))
  const ecrans = blank ? [] : menu.filter(named)
  const parts = blank ? [] : menu.flatMap((ecran) => partsOf(ecran, peut).filter(named))
  const actions = blank ? [] : ACTIONS.filter(({ label, synonyme }) => hasMots([label, synonyme], text))
  const acts = actionsFor(peut).filter(({ title }) => actions.some(({ label }) => label === title))
  const aides =
    text.trim().length < LETTRES_POUR_L_AIDE ? [] : AIDES.filter(({ title }) => named({ label: title }))
  const ofKind = found.filter(({ genre }) => genre === first)
  const others = found.filter(({ genre }) => genre !== first)
  return [
    ...ofKind.map((record) => toDestination(record, peut)),
    ...ecrans.map(({ to, search, label, icon, action = false }) => ({
      key: `${to} ${label}`,
      icon,
      title: label,
      under: action ? 'Action' : 'Écran',
      to,
      ...(search && { search }),
    })),
    ...parts.map(({ label, under, ...part }) => ({ ...part, key: label, title: label, under })),
    ...acts,
    ...aides,
    ...others.map((record) => toDestination(record, peut)),
  ]
}

const toDestination = (record: TrouvailleLue, peut: Peut): Destination => ({
  key: `${record.genre}-${record.id}`,
  icon: ICONS[record.genre],
  title: record.titre,
  under:
    record.surface === null ? record.lieu : `${record.lieu} · ${formatSurface(fromDecimal(record.surface))}`,
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
  ...(record.etat_bien && { etat: record.etat_bien }),
  ...(record.montant !== null &&
    (record.etat_bien === 'libre' || record.etat_bien === 'option') && { montant: record.montant }),
  ...addressOf(record),
})

/**
 * The address of a hit, the one that its name has everywhere (ecrans §6). A client leads to his file, a dossier, its documents and a sold
 * bien to the dossier, a free bien to its own screen, a document of a bloc alone to the blocs, a receipt or a payment to its row.
 */
function addressOf(found: TrouvailleLue): Adresse {
  const { genre, id, client, vente_id, residence_id, bloc_id, parking_id, paiement, bon, cloture } = found
  if (genre === 'client') return { to: clientAt(id) }
  if (genre === 'vente') return { to: dossierAt(id) }
  if (genre === 'document') return residence_id === null ? { to: dossierAt(id) } : blocsOf(residence_id)
  if (genre === 'residence') return blocsOf(id)
  if (genre === 'etage') return appartementsOf(residence_id ?? 0, bloc_id ?? 0, id)
  if (genre === 'membre')
    return { to: screens.membres, search: { page: String(found.page ?? 1), recherche: found.titre } }
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
  if (cloture) return caisseAt(cloture.jour, cloture.membre_id)
  if (vente_id !== null) return { to: dossierAt(vente_id) }
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
