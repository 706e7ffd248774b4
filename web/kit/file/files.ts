type Fetched = Promise<{ blob: Blob; name: string | undefined }>

/** Opens a waiting tab. It must run inside the click, or a pop-up blocker stops the tab, which gives null. */
export function openWaitingTab(title: string, message: string): Window | null {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.document.title = title
    tab.document.body.textContent = message
  }
  return tab
}

/** Opens a file in a new tab that waits for it. On a failure the tab closes and the caller gets the error (Q100). */
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

/** Saves a file under the server's name for it, or `fallbackName`. */
export async function saveFile(fetchFile: () => Fetched, fallbackName: string): Promise<void> {
  const { blob, name } = await fetchFile()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
