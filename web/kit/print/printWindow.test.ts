import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printInNewWindow } from '#web/kit/print/printWindow.ts'

const PDF = () => Promise.resolve({ blob: new Blob(['%PDF-1.7']) })

/** A window as a browser gives it. What becomes of it once it is led to its document is each engine's own affair. */
class Fenetre {
  closed = false
  readable = true
  readyState = 'complete'
  printed = 0
  #href = 'about:blank'
  readonly #onReplace: (fenetre: Fenetre) => void
  constructor(onReplace: (fenetre: Fenetre) => void = () => {}) {
    this.#onReplace = onReplace
  }

  get document() {
    return this.read({ title: '', body: {}, readyState: this.readyState })
  }
  get location() {
    const href = () => this.read(this.#href)
    const replace = (url: string) => {
      this.#href = url
      this.#onReplace(this)
    }
    return {
      get href() {
        return href()
      },
      replace,
    }
  }
  addEventListener() {}
  focus() {}
  print() {
    this.read(this.printed++)
  }
  close() {
    this.closed = true
  }

  private read<T>(value: T): T {
    if (!this.readable) throw new DOMException('Permission denied', 'SecurityError')
    return value
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Prints, and gives a minute to the print. @returns its failure, if any */
async function print(target: Fenetre, fetchFile = PDF): Promise<unknown> {
  vi.stubGlobal('window', { open: () => target })
  let outcome: unknown = 'still under way'
  void printInNewWindow(fetchFile).then(
    () => (outcome = 'done'),
    (error: unknown) => (outcome = error),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

// spec: RE-74
it('a window that shows its document is asked to print it', async () => {
  const target = new Fenetre()
  expect(await print(target)).toBe('done')
  expect(target).toMatchObject({ closed: false, printed: 1 })
})

it('a window that cannot be read any more shows the document: it stays, and nothing is said', async () => {
  const target = new Fenetre((fenetre) => (fenetre.readable = false))
  expect(await print(target)).toBe('done')
  expect(target.closed).toBe(false)
})

it('a reader that never says that it is complete is waited for some seconds', async () => {
  const target = new Fenetre((fenetre) => (fenetre.readyState = 'loading'))
  expect(await print(target)).toBe('done')
  expect(target).toMatchObject({ closed: false, printed: 1 })
})

it('a document that does not come closes its window and is told; who closes it himself is told nothing', async () => {
  const failure = new Error('Ce document est trop long.')
  const failed = new Fenetre()
  expect(await print(failed, () => Promise.reject(failure))).toBe(failure)
  expect(failed).toMatchObject({ closed: true, printed: 0 })
  expect(await print(new Fenetre((fenetre) => fenetre.close()))).toBe('done')
})
