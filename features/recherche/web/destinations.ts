import {
  IconBuildingCommunity,
  IconBuildingStore,
  IconDoor,
  IconParking,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import type { Trouvaille } from '#features/recherche/recherche.contract.ts'
import { adresseDesPaiements } from '#features/paiements/paiements.rules.ts'
import { normaliser } from '#shared/texte.ts'
import { MENU } from '#web/ui/menu.ts'

/** Where choosing a line of the palette leads. */
export interface Destination {
  key: string
  icon: Icon
  title: string
  under: string
  client?: string
  to: string
  search?: Record<string, string>
}

const ICONS: Record<Trouvaille['genre'], Icon> = {
  client: IconUser,
  residence: IconBuildingCommunity,
  appartement: IconDoor,
  local: IconBuildingStore,
  place_parking: IconParking,
}

/** The screens whose name matches, then what the database found. */
export function destinations(text: string, found: readonly Trouvaille[]): Destination[] {
  const wanted = normaliser(text)
  const screens = wanted === '' ? [] : MENU.filter(({ label }) => normaliser(label).includes(wanted))
  return [
    ...screens.map(({ to, label, icon }) => ({ key: to, icon, title: label, under: 'Écran', to })),
    ...found.map((record) => ({
      key: `${record.genre}-${record.id}`,
      icon: ICONS[record.genre],
      title: record.titre,
      under: record.lieu,
      ...(record.client && { client: record.client.nomComplet }),
      ...addressOf(record),
    })),
  ]
}

/** A sold bien leads to its payments, a free one to its own screen, a residence to its blocs, a client to his biens. */
function addressOf({ genre, id, parking_id, client }: Trouvaille): Pick<Destination, 'to' | 'search'> {
  if (genre === 'client') return { to: '/clients', search: { biens: String(id) } }
  if (genre === 'residence') return { to: '/bloc', search: { residence: String(id) } }
  if (client) return { to: adresseDesPaiements(client.id, { type: genre, id }) }
  if (genre === 'appartement') return { to: '/appartement', search: { details: String(id) } }
  if (genre === 'local') return { to: '/locaux', search: { details: String(id) } }
  return { to: '/parking', search: { places: String(parking_id) } }
}
