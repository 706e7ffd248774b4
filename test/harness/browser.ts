import { BASE } from '#shared/endpoint.ts'
import { Cookies } from '#test/harness/cookies.ts'

/** A browser at a product that listens, as far as cookies and the anti-forgery token go. `to` may differ from one call to the next. */
export class Browser {
  readonly cookies = new Cookies()

  async call(to: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    if (method !== 'GET' && !this.cookies.token) await this.call(to, 'GET', '/sanctum/csrf-cookie')
    const form = body instanceof FormData
    const answer = await fetch(`${to}${BASE}${path}`, {
      method,
      headers: {
        ...this.headers,
        ...(body && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    })
    this.cookies.keep(answer.headers.getSetCookie())
    const bytes = Buffer.from(await answer.arrayBuffer())
    const json: unknown = answer.headers.get('content-type')?.includes('json')
      ? JSON.parse(bytes.toString())
      : undefined
    return { statusCode: answer.status, bytes, json }
  }

  /** The headers that every call carries, changes too. */
  get headers(): Record<string, string> {
    return { cookie: this.cookies.line, 'x-xsrf-token': this.cookies.token }
  }
}

/** A member at work: signs in, with a new account where there is none of that address yet. */
export async function signIn(
  url: string,
  account: { name: string; email: string; password: string },
): Promise<Browser> {
  const browser = new Browser()
  const login = () => browser.call(url, 'POST', '/login', account)
  if ((await login()).statusCode === 200) return browser
  await browser.call(url, 'POST', '/register', { ...account, password_confirmation: account.password })
  const { statusCode, bytes } = await login()
  if (statusCode !== 200) throw new Error(`sign-in failed: ${statusCode} ${bytes.toString()}`)
  return browser
}
