import { writeStorage, readStorage } from '#web/kit/frame/storage.ts'

const KEY = 'newRegisteredUser'

interface NewUser {
  name: string
  email: string
}

/** Keeps the new account's name and e-mail for the holding page, never the password (Q67). */
export function rememberNewUser({ name, email }: NewUser): void {
  // Where storage is blocked, the holding page shows its neutral text (Q68).
  writeStorage(KEY, JSON.stringify({ name, email }))
}

/** Reads the new account: from the address (`?userData=`), else the history entry, else the browser's storage (Q66, Q67). */
export function readNewUser(parameter: string | undefined, state: unknown): NewUser | null {
  return (
    parse(parameter) ?? asUser(state) ?? parse(readStorage(KEY)) ?? parse(readStorage(KEY, 'sessionStorage'))
  )
}

function parse(text: string | null | undefined): NewUser | null {
  try {
    return text ? asUser(JSON.parse(text)) : null
  } catch {
    return null
  }
}

function asUser(value: unknown): NewUser | null {
  if (typeof value === 'string') return parse(value)
  if (typeof value !== 'object' || value === null) return null
  const name = 'name' in value && typeof value.name === 'string' ? value.name : ''
  const email = 'email' in value && typeof value.email === 'string' ? value.email : ''
  return name || email ? { name, email } : null
}
