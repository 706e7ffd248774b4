interface Credentials {
  email: string
  password: string
}

let typed: Credentials | null = null

/**
 * Keeps what the first account of an installation was made with, for the holding page to sign in by it (entree.md M5). It lives in the memory
 * of the page alone: the browser keeps no password (Q67).
 */
export function rememberFirstAccount({ email, password }: Credentials): void {
  typed = { email, password }
}

export const readFirstAccount = (): Credentials | null => typed

export function forgetFirstAccount(): void {
  typed = null
}
