type Fetched = Promise<{ blob: Blob; name: string | undefined }>

/**
 * Opens a tab that says what it waits for. The click itself opens it, so that no blocker stops it; null when one did.
 */
export function openWaitingTab(title: string, message: string): Window | null {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.document.title = title
    tab.document.body.textContent = message
  }
  return tab
}

/**
 * Opens a plan, or what `titre` and `attente` say, in a new tab, filled when the file arrives; on a failure it closes and the error
 * reaches the caller (Q100).
 */
export async function openInNewTab(
  fetchFile: () => Fetched,
  { titre = 'Plan', attente = 'Ouverture du plan…' } = {},
): Promise<void> {
  const tab = openWaitingTab(titre, attente)
  try {
    const { blob } = await fetchFile()
    const url = URL.createObjectURL(blob)
    if (tab) tab.location.href = url
    else window.location.assign(url)
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Saves a file under the name the server gives it, or `fallbackName`. */
export async function saveFile(fetchFile: () => Fetched, fallbackName: string): Promise<void> {
  const { blob, name } = await fetchFile()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
