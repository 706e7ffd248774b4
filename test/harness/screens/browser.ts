import { BASE } from '#shared/endpoint.ts'
import type { FakeServer } from '#test/harness/screens/answers.ts'

const parse = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : (body ?? undefined))

/** Leads the calls of the page to the server that is asked for at each call; what is no call goes the browser's way. */
export function leadCallsTo(server: () => FakeServer): void {
  const browsersFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes(BASE)) return browsersFetch(input, init)
    const headers = new Headers(init?.headers)
    const reply = server().reply(init?.method ?? 'GET', url, parse(init?.body), headers)
    const { status, json } = await Promise.race([reply, givenUp(init?.signal)])
    return new Response(status === 204 ? null : JSON.stringify(json), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  }
  window.XMLHttpRequest = requestTo(server) as unknown as typeof XMLHttpRequest
}

/** A call that the screen gives up ends at once, whatever the server does. */
const givenUp = (signal?: AbortSignal | null) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new DOMException('given up', 'AbortError'))
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })

/** The part of XMLHttpRequest that an upload with progress uses. */
const requestTo = (server: () => FakeServer) =>
  class extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    response = new Blob()
    responseType = ''
    #method = 'GET'
    #url = ''
    readonly #headers = new Headers()

    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getResponseHeader(): string {
      return 'application/json'
    }
    abort(): void {
      this.dispatchEvent(new Event('abort'))
      this.dispatchEvent(new Event('loadend'))
    }
    async send(body: unknown): Promise<void> {
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }),
      )
      try {
        const { status, json } = await server().reply(this.#method, this.#url, parse(body), this.#headers)
        this.status = status
        this.response = new Blob([JSON.stringify(json)])
        this.dispatchEvent(new Event('load'))
      } catch {
        this.dispatchEvent(new Event('error'))
      }
      this.dispatchEvent(new Event('loadend'))
    }
  }
