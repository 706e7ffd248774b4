import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Diyar'

/** Around every screen: sets the document's title, "Diyar - Gestion des Clients", or "Diyar" alone (Q1). */
export function Root() {
  const titre = useMatches({ select: (matches) => matches.at(-1)?.staticData.titre })
  useEffect(() => {
    document.title = titre ? `${PRODUCT} - ${titre}` : PRODUCT
  }, [titre])
  return <Outlet />
}
