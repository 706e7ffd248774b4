/** Sends a request like `fetch` and reports the sent part of its body, 0 to 1, which `fetch` cannot. */
export function sendWithProgress(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const aborted = () => new DOMException('given up', 'AbortError')
    if (signal?.aborted) {
      reject(aborted())
      return
    }
    request.open(method, url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / Math.max(total, 1))
    })
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('content-type')
      resolve(
        new Response(request.response as Blob, {
          status: request.status,
          headers: type === null ? {} : { 'content-type': type },
        }),
      )
    })
    request.addEventListener('error', () => reject(new TypeError('not reached')))
    request.addEventListener('abort', () => reject(aborted()))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}
