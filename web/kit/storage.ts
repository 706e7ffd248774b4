type Kind = 'localStorage' | 'sessionStorage'

/** What this browser, or this tab, keeps under a name; null when it keeps nothing or its storage is blocked. */
export function readStorage(name: string, kind: Kind = 'localStorage'): string | null {
  try {
    return window[kind].getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text, or with null nothing more, under a name; a storage that is blocked or full stays as it is. */
export function writeStorage(name: string, text: string | null, kind: Kind = 'localStorage'): void {
  try {
    if (text === null) window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // What is kept here helps, and nothing depends on it.
  }
}
