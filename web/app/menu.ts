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

/** The menu, in the order and with the labels of the specification (D1 §2). Everyone sees all of it. */
export const MENU: readonly { to: string; label: string; icon: Icon }[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/residence', label: 'Residences', icon: IconBuildingCommunity },
  { to: '/bloc', label: 'Blocs', icon: IconBuilding },
  { to: '/etage', label: 'Etages', icon: IconStack2 },
  { to: '/appartement', label: 'Appartements', icon: IconDoor },
  { to: '/locaux', label: 'Locaux', icon: IconBuildingStore },
  { to: '/parking', label: 'Parking', icon: IconParking },
  { to: '/clients', label: 'Clients', icon: IconUsers },
  { to: '/paiements', label: 'Paiements', icon: IconCash },
  { to: '/promoteur', label: 'Promoteur', icon: IconUserStar },
  { to: '/recap', label: 'Récapitulation', icon: IconListDetails },
  { to: '/users', label: 'Membres', icon: IconUserShield },
  { to: '/charges', label: 'Charges', icon: IconReceipt },
]
