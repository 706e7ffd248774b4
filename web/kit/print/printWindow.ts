import { ApiError } from '#web/kit/call/api.ts'
import { openWaitingTab } from '#web/kit/file/files.ts'

const BLOQUE = "Veuillez autoriser les pop-ups pour permettre l'impression."

/** Longest wait for a document to be complete, in ms; the PDF reader of WebKit never reports it. */
const READING_MS = 3_000

/** Shows a PDF in a new window, which the click itself opens, and prints it (D3 §2.5). A blocked window throws a French sentence (Q185). */
export async function printInNewWindow(fetchFile: () => Promise<{ blob: Blob }>): Promise<void> {
  const target = openWaitingTab('Impression', 'Préparation du document…')
  if (!target) throw new ApiError(0, { message: BLOQUE })
  let blob: Blob
  try {
    ;({ blob } = await fetchFile())
  } catch (error) {
    target.close()
    throw error
  }
  if (target.closed) return
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
  setTimeout(() => URL.revokeObjectURL(url), 600_000)
  await show(target, url)
  askToPrint(target)
}

/** Prints when the browser allows it; elsewhere the member uses the reader's own print button. */
function askToPrint(target: Window): void {
  try {
    target.focus()
    target.print()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Waits until the window has the document; printing earlier would print the waiting page. */
async function show(target: Window, url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) =>
    target.addEventListener('load', () => resolve(), { once: true }),
  )
  target.location.replace(url)
  await Promise.race([loaded, polled(target, url)])
}

/** Polls the window, because the load event is lost when the browser replaces the window object. */
async function polled(target: Window, url: string): Promise<void> {
  let patience = READING_MS
  while (!target.closed && patience > 0) {
    const there = stateOf(target, url)
    if (there === 'shown') return
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (there === 'reading') patience -= 100
  }
}

/** Firefox forbids reading a window that shows a PDF, hence an error means `shown`. */
function stateOf(target: Window, url: string): 'waiting' | 'reading' | 'shown' {
  try {
    if (target.location.href !== url) return 'waiting'
    return target.document.readyState === 'complete' ? 'shown' : 'reading'
  } catch {
    return 'shown'
  }
}
