type Kind = 'localStorage' | 'sessionStorage'

/** Reads a text of the browser's or the tab's storage; null without one or when storage is blocked. */
export function readStorage(name: string, kind: Kind = 'localStorage'): string | null {
  try {
    return window[kind].getItem(name)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null. A blocked or full storage is ignored. */
export function writeStorage(name: string, text: string | null, kind: Kind = 'localStorage'): void {
  try {
    if (text === null) window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // The product works without storage.
  }
}

/** A record that the member opened on this device, by its kind and id; its name is asked anew, so that none is kept here. */
export interface Recent {
  genre: string
  id: number
}

const RECENTS_MAX = 5
const keyOf = (membre: number) => `diyar.recents.${membre}`

/** Reads the records that the member opened last, the newest first. */
export function readRecents(membre: number): Recent[] {
  return (readStorage(keyOf(membre)) ?? '').split(' ').flatMap((text) => {
    const [, genre, id] = /^([a-z_]+):([1-9]\d{0,14})$/.exec(text) ?? []
    return genre === undefined ? [] : [{ genre, id: Number(id) }]
  })
}

/** Keeps a record as the newest one; `gone` takes it out. */
export function keepRecent(membre: number, { genre, id }: Recent, { gone = false } = {}): void {
  const others = readRecents(membre).filter((recent) => recent.genre !== genre || recent.id !== id)
  const kept = gone ? others : [{ genre, id }, ...others].slice(0, RECENTS_MAX)
  writeStorage(keyOf(membre), kept.map((recent) => `${recent.genre}:${recent.id}`).join(' ') || null)
}

/** Forgets them, at sign-out. */
export const forgetRecents = (membre: number): void => writeStorage(keyOf(membre), null)
