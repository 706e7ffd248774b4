import { IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { Ecran } from '#features/recherche/web/destinations.ts'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import styles from '#features/recherche/web/GlobalSearch.module.css'
import { OpenSearchContext, useOpenSearch } from '#web/kit/list/PorteeDeLaRecherche.tsx'
import { keepRecent, type Recent } from '#web/kit/frame/storage.ts'
import { bienOfPath, screens } from '#shared/paths.ts'
import { lazyDialog } from '#web/kit/lazy/lazyPart.tsx'

const SearchPalette = lazyDialog(() => import('#features/recherche/web/SearchPalette.tsx'), 'SearchPalette')

/** The record that an address opens: a client, a dossier, a lot or a résidence; null for any other screen. */
function recentAt(pathname: string, search: URLSearchParams): Recent | null {
  const of = (genre: string, id: string | null | undefined) =>
    id !== null && id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? { genre, id: Number(id) } : null
  const [, list = '', id, below = '', ...bien] = pathname.split('/')
  if (`/${list}` === screens.clients && below === 'paiements') {
    const sold = bienOfPath(bien.join('/'))
    return sold && of(sold.type, String(sold.id))
  }
  if (`/${list}` === screens.clients) return of('client', id ?? search.get('biens'))
  if (`/${list}` === screens.ventes) return of('vente', id)
  if (pathname === screens.appartements) return of('appartement', search.get('details'))
  if (pathname === screens.locaux) return of('local', search.get('details'))
  return pathname === screens.blocs ? of('residence', search.get('residence')) : null
}

function useKeepRecents(): void {
  const membre = useUtilisateur()?.id
  const { pathname, searchStr } = useLocation()
  useEffect(() => {
    const recent = recentAt(pathname, new URLSearchParams(searchStr))
    if (membre !== undefined && recent) keepRecent(membre, recent)
  }, [membre, pathname, searchStr])
}

interface GlobalSearchProps {
  menu: readonly Ecran[]
  /** True where a buyer looks at the screen: Ctrl+K opens nothing. */
  off?: boolean
  children: ReactNode
}

/** Opens the palette over the screens, by Ctrl+K or by a call of {@link OpenSearchContext}. */
export function GlobalSearch({ menu, off = false, children }: GlobalSearchProps) {
  const [text, setText] = useState<string | null>(null)
  const [first, setFirst] = useState<string | undefined>()
  const open = useCallback((wanted = '', genre?: string) => {
    setText(wanted)
    setFirst(genre)
  }, [])
  useKeepRecents()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      // An open dialog blocks the palette, because only one dialog may be open.
      if (!off && !document.querySelector('[role="dialog"]')) open()
    }
    globalThis.addEventListener('keydown', listen)
    return () => globalThis.removeEventListener('keydown', listen)
  }, [open, off])
  const opened = text !== null
  useEffect(() => {
    if (!opened) return undefined
    // Letters typed before the palette has loaded and taken the focus are kept.
    const early = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key.length > 1 || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest('[role="dialog"]')) return
      event.preventDefault()
      setText((letters) => letters + key)
    }
    globalThis.addEventListener('keydown', early, { capture: true })
    return () => globalThis.removeEventListener('keydown', early, { capture: true })
  }, [opened])
  return (
    <OpenSearchContext value={open}>
      {children}
      {text !== null && (
        <SearchPalette menu={menu} text={text} first={first} onText={setText} onClose={() => setText(null)} />
      )}
    </OpenSearchContext>
  )
}

/** The search field of the header; a magnifier alone on a phone. */
export function SearchButton() {
  const open = useOpenSearch()
  return (
    <button
      type="button"
      className={`bare line dim gap-8 ${styles.button}`}
      onClick={() => open()}
      aria-label="Rechercher partout… Ctrl K"
      aria-haspopup="dialog"
    >
      <IconSearch size={18} stroke={1.6} aria-hidden />
      <span className={styles.label}>Rechercher partout…</span>
      <kbd className={styles.key}>Ctrl K</kbd>
    </button>
  )
}
