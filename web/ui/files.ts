type Fetched = Promise<{ blob: Blob; name: string | undefined }>

/**
 * Opens a PDF in a new tab. The tab is opened by the click itself, so that no blocker stops it, and filled when the
 * file arrives; on a failure it closes and the error reaches the caller (Q100).
 */
export async function openInNewTab(fetchFile: () => Fetched): Promise<void> {
  const tab = window.open('', '_blank')
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
