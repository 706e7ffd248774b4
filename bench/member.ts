import { BASE } from '#shared/endpoint.ts'
import type { RunningServer } from '#test/harness/product.ts'

/** Who measures: an account that the datasets hold. */
export const ACCOUNT = { name: 'Banc', email: 'banc@diyar.dz', password: 'Motdepasse1!' }

interface Member {
  cookies: { name: string; value: string }[]
  /** What every call carries, changes too. */
  headers: Record<string, string>
}

/** Signs in, as the browser does. */
export async function signIn({ url }: Pick<RunningServer, 'url'>): Promise<Member> {
  const jar = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
  keep(await fetch(`${url}${BASE}/sanctum/csrf-cookie`))
  const token = jar.get('XSRF-TOKEN') ?? ''
  const answer = keep(
    await fetch(`${url}${BASE}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': token, cookie: `XSRF-TOKEN=${token}` },
      body: JSON.stringify({ email: ACCOUNT.email, password: ACCOUNT.password }),
    }),
  )
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`)
  const cookies = [...jar].map(([name, value]) => ({ name, value }))
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookies, headers: { cookie, 'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '' } }
}
