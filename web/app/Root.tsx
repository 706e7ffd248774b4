import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import styles from '#web/app/Root.module.css'

const PRODUCT = 'Diyar'

/** Around every screen: sets the document's title, "Diyar - Gestion des Clients", or "Diyar" alone (Q1). */
export function Root() {
  const titre = useMatches({ select: (matches) => matches.at(-1)?.staticData.titre })
  useEffect(() => {
    document.title = titre ? `${PRODUCT} - ${titre}` : PRODUCT
  }, [titre])
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  )
}

/** While a screen is on its way the one before stays; after a moment a line at the top says that the click was heard. */
function NavigationProgress() {
  const underWay = useRouterState({ select: ({ isLoading }) => isLoading })
  return underWay ? <div className={styles.progress} data-progress aria-hidden /> : null
}
