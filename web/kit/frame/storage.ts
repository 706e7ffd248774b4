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
