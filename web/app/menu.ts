import {
  IconBuilding,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCash,
  IconDoor,
  IconLayoutDashboard,
  IconListDetails,
  IconParking,
  IconReceipt,
  IconStack2,
  IconUserShield,
  IconUsers,
  IconUserStar,
  type Icon,
} from '@tabler/icons-react'
import { screens } from '#web/paths.ts'

/** The menu, in the order and with the labels of the specification (D1 §2). Everyone sees all of it. */
export const MENU: readonly { to: string; label: string; icon: Icon }[] = [
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
  { to: screens.membres, label: 'Membres', icon: IconUserShield },
  { to: screens.charges, label: 'Charges', icon: IconReceipt },
]
