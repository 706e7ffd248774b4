import { ApiError } from '#web/kit/api.ts'
import { openWaitingTab } from './files.ts'

const BLOQUE = "Veuillez autoriser les pop-ups pour permettre l'impression."

/**
 * Shows a PDF in a new window and asks to print it (D3 §2.5). The window is opened by the click itself, says that the
 * document is on its way, and closes when it does not come. A blocked window is an error with the specified sentence (Q185).
 */
export async function printInNewWindow(fetchFile: () => Promise<{ blob: Blob }>): Promise<void> {
  const target = openWaitingTab('Impression', 'Préparation du document…')
  if (!target) throw new ApiError(0, { message: BLOQUE })
  try {
    const { blob } = await fetchFile()
    if (target.closed) return
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
    setTimeout(() => URL.revokeObjectURL(url), 600_000)
    await show(target, url)
    target.focus()
    target.print()
  } catch (error) {
    target.close()
    throw error
  }
}

/** Until the viewer has the document: printing earlier would print the waiting page. */
async function show(target: Window, url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) =>
    target.addEventListener('load', () => resolve(), { once: true }),
  )
  target.location.replace(url)
  await Promise.race([loaded, polled(target, url)])
}

/** The load event is lost when the browser gives the document another window object. */
async function polled(target: Window, url: string): Promise<void> {
  while (!target.closed && !isShown(target, url)) await new Promise((resolve) => setTimeout(resolve, 100))
}

function isShown(target: Window, url: string): boolean {
  return target.location.href === url && target.document.readyState === 'complete'
}
