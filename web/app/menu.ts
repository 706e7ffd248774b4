import {
  IconBuilding,
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarDue,
  IconCash,
  IconDoor,
  IconFileExport,
  IconFileImport,
  IconFolders,
  IconGridDots,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconParking,
  IconReceipt,
  IconReportMoney,
  IconSettings,
  IconStack2,
  IconUserShield,
  IconUsers,
  IconUserStar,
  type Icon,
} from '@tabler/icons-react'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { dossiersEndpoints } from '#features/ventes/dossiers.contract.ts'
import { echeancesEndpoints } from '#features/echeanciers/echeances.contract.ts'
import { importsEndpoints, portefeuilleEndpoints } from '#features/imports/imports.contract.ts'
import { journalEndpoints } from '#features/journal/journal.contract.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { premiersPasEndpoints } from '#features/tableau-de-bord/premiers-pas.contract.ts'
import { RAPPORTS } from '#features/rapports/rapports.onglets.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { exportAt, screens } from '#shared/paths.ts'

interface Entry {
  to: string
  search?: Record<string, string>
  /** The entry opens a form; it is not a screen of its own. */
  action?: boolean
  label: string
  icon: Icon
  /** The call without which the screen is empty; the entry is hidden from a member who may not make it. */
  call?: Pick<Endpoint, 'access'>
  /** Parts of the screen that the search finds by their own names. */
  parts?: readonly { label: string; search: Record<string, string>; call?: Pick<Endpoint, 'access'> }[]
}

/** The entries of the specification, with its order and labels (D1 §2). */
const SPECIFIED: readonly Entry[] = [
  { to: screens.dashboard, label: 'Dashboard', icon: IconLayoutDashboard },
  { to: screens.residences, label: 'Residences', icon: IconBuildingCommunity },
  { to: screens.blocs, label: 'Blocs', icon: IconBuilding },
  { to: screens.etages, label: 'Etages', icon: IconStack2 },
  { to: screens.appartements, label: 'Appartements', icon: IconDoor },
  { to: screens.locaux, label: 'Locaux', icon: IconBuildingStore },
  { to: screens.parkings, label: 'Parking', icon: IconParking },
  { to: screens.clients, label: 'Clients', icon: IconUsers },
  { to: screens.paiements, label: 'Paiements', icon: IconCash },
  { to: screens.promoteur, label: 'Promoteur', icon: IconUserStar },
  { to: screens.recap, label: 'Récapitulation', icon: IconListDetails },
  { to: screens.membres, label: 'Membres', icon: IconUserShield, call: membresEndpoints.list },
  { to: screens.charges, label: 'Charges', icon: IconReceipt, call: chargesEndpoints.categories },
]

const PARAMETRES = [
  ['promoteur', 'Promoteur'],
  ['documents', 'Documents'],
  ['pieces', 'Pièces du dossier'],
  ['ventes', 'Ventes'],
  ['stades', 'Stades des travaux'],
  ['modeles', "Modèles d'échéancier"],
  ['paiements', 'Paiements'],
  ['acces', 'Adresse publique'],
  ['sauvegardes', 'Sauvegardes'],
  ['sante', 'Santé'],
].map(([section = '', nom = '']) => ({ label: `Paramètres : ${nom}`, search: { section } }))

const ADDED: readonly Entry[] = [
  { to: screens.ventes, label: 'Ventes', icon: IconFolders, call: dossiersEndpoints.list },
  { to: screens.planDeVente, label: 'Plan de vente', icon: IconGridDots, call: planDeVenteEndpoints.read },
  { to: screens.echeances, label: 'Échéances', icon: IconCalendarDue, call: echeancesEndpoints.list },
  { to: screens.cheques, label: 'Chèques', icon: IconBuildingBank, call: chequesEndpoints.listCheques },
  {
    to: screens.rapports,
    label: 'Rapports',
    icon: IconReportMoney,
    call: registresEndpoints.listRecus,
    parts: RAPPORTS,
  },
  { to: screens.importer, label: 'Importer', icon: IconFileImport, call: importsEndpoints.list },
  { to: screens.journal, label: 'Journal', icon: IconHistory, call: journalEndpoints.list },
  {
    to: screens.parametres,
    label: 'Paramètres',
    icon: IconSettings,
    call: parametresEndpoints.read,
    parts: PARAMETRES,
  },
]

/** Screens without an entry, which the search finds by name. */
const FOUND: readonly Entry[] = [
  { to: screens.ventes, label: 'Dossiers de vente', icon: IconFolders, call: dossiersEndpoints.list },
  {
    ...exportAt,
    label: 'Exporter le portefeuille',
    icon: IconFileExport,
    call: portefeuilleEndpoints.export,
    action: true,
  },
  {
    to: screens.dashboard,
    search: { premiers_pas: 'oui' },
    label: 'Premiers pas',
    icon: IconListCheck,
    call: premiersPasEndpoints.read,
    action: true,
  },
]

/** Every screen that the member may open, for the search. */
export function useEcrans(): readonly Entry[] {
  const peut = usePeut()
  return [...useMenu().flat(), ...FOUND.filter(({ call }) => !call || peut(call))]
}

/** The specified entries that the member may open, then those of « Gestion » (ecrans §8); a group without an entry is left out. */
export function useMenu(): readonly (readonly Entry[])[] {
  const peut = usePeut()
  return [SPECIFIED, ADDED]
    .map((group) => group.filter(({ call }) => !call || peut(call)))
    .filter((group) => group.length > 0)
}
