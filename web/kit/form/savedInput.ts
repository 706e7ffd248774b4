import { createContext, use, useEffect, useLayoutEffect, useState } from 'react'
import { writeStorage, readStorage } from '#web/kit/frame/storage.ts'

/**
 * Input that survives the end of a session: the screen and the typed values of its open form, so that signing in again restores both. It is
 * kept for this tab, for an hour and for the same member; passwords and files are never kept.
 */
interface Kept {
  membre: number
  /** Address of the screen with its filters: "/clients?page=2". */
  href: string
  /** Time of saving, in ms since 1970. */
  at: number
  /** Values by name, from the hooks below; empty after an hour. */
  parts: Record<string, unknown>
  /** Kinds of input that the member must enter again. */
  missing: readonly Missing[]
  /** True when the page reloads, for a new version or because another account is signed in; a sign-in need not follow. */
  reload: boolean
}
type Missing = 'password' | 'file'

/** Part of a form of the kit, see {@link useSavedPart}. */
interface Typed {
  values: Record<string, unknown>
  initial: Record<string, unknown>
}

/** When sessionStorage is blocked, the input lives in memory until the page reloads. */
const TAB = 'sessionStorage'
const KEPT = 'diyar.saisie'
const SEEN = 'diyar.membre'
const HOUR = 3_600_000
const FORM = 'saisie:'
const KEY = 'cle'
const PLAN = 'plan'

const NOTHING = { parts: {}, missing: [] }

const live = new Map<string, unknown>()
const watchers = new Set<() => void>()
let kept: Kept | null = read()
/** The input that the next screen restores. */
let bringing: Kept | null = null
let timer: ReturnType<typeof setTimeout> | undefined
if (kept) emptyInTime(kept)

/** Keeps the screen of a member whose session ended, and its open form when `shown`. */
export function saveInput(membre: number, href: string, { reload = false, shown = true } = {}): void {
  const { parts, missing } = shown ? collect() : NOTHING
  kept = { membre, href, at: Date.now(), parts, missing, reload }
  bringing = null
  write(kept)
  emptyInTime(kept)
}

/** Keeps the first address of a tab whose member's session ended meanwhile. */
export function savePlace(href: string): void {
  const membre = seenMembre()
  if (kept === null && membre !== null) saveInput(membre, href, { shown: false })
}

/** Keeps the typed input over a reload, for the member whom the tab was drawn for. */
export function saveForReload(): void {
  const { pathname, search } = window.location
  const membre = seenMembre()
  if (membre !== null) saveInput(membre, pathname + search, { reload: true })
}

/** Reloads the page for a new version and keeps the typed input. */
export function reloadForNewVersion(): void {
  saveForReload()
  window.location.reload()
}

function seenMembre(): number | null {
  const membre = Number(readStorage(SEEN, TAB) ?? Number.NaN)
  return Number.isInteger(membre) ? membre : null
}

export function rememberMembre(membre: number): void {
  writeStorage(SEEN, String(membre), TAB)
}

/** Drops all kept input, at sign-out. @param membre who signs out: what a tab keeps for another account waits for that one */
export function forgetInput(membre?: number): void {
  if (membre !== undefined && kept?.reload && kept.membre !== membre) return
  kept = null
  bringing = null
  clearTimeout(timer)
  writeStorage(KEPT, null, TAB)
  writeStorage(SEEN, null, TAB)
}

/** True after a session ended here, until the next sign-in. */
export function hasSessionExpired(): boolean {
  return kept !== null && !kept.reload
}

/** Prepares the input of a member who signed in and returns the address to go to; undefined when nothing is kept for them. */
export function restoreInput(membre: number, { reload = false } = {}): string | undefined {
  const found = kept?.membre === membre && (kept.reload || !reload) ? kept : null
  if (reload && !found) return undefined
  forgetInput()
  rememberMembre(membre)
  if (found && isRecent(found)) bringing = found
  return found?.href
}

/** True when a reload would lose typed text: a form dialog is open, or a form on the screen has changed. */
export function isTyping(): boolean {
  return live.has(DIALOG) || collect().changed
}

export function watchTyping(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Name of the part of a form dialog, for {@link isTyping}. */
export const DIALOG = 'formulaire'

/** Separates the parts of two stacked forms with the same names; the value must be unique on the screen. */
export const InputScope = createContext('')
const APART = '@'

function useOwn(name: string): string {
  const apart = use(InputScope)
  return apart === '' ? name : `${name}${APART}${apart}`
}

const tell = () => watchers.forEach((watcher) => watcher())

/** Keeps `value` under a name while the component is mounted; null and undefined are not kept. */
export function useSavedPart(part: string, value: unknown): void {
  const name = useOwn(part)
  useLayoutEffect(() => {
    if (value === null || value === undefined) return undefined
    live.set(name, value)
    tell()
    return () => {
      live.delete(name)
      tell()
    }
  }, [name, value])
}

/** The kept value of a name, for the first component that reads it; `otherwise` without one. */
export function useRestoredPart<T>(part: string, otherwise: T): T {
  const name = useOwn(part)
  const [found] = useState(() => (broughtBack()?.parts[name] as T | undefined) ?? otherwise)
  useEffect(() => {
    if (bringing) delete bringing.parts[name]
  }, [name])
  return found
}

/** Drops the input not yet restored, when another dialog opens or closes. */
export function dropRestored(): void {
  bringing = null
}

/** Message of a restored form; null in any other form. */
export function useRestoredMessage(): string | null {
  const apart = use(InputScope)
  const [word] = useState(() => {
    const back = broughtBack()
    const form = back && formsOf(back.parts, apart)[0]
    if (!back || !form || !isChanged(form)) return null
    return [
      'Votre saisie a été conservée.',
      back.missing.includes('password') && 'Saisissez de nouveau le mot de passe.',
      apart === '' && back.missing.includes('file') && 'Choisissez de nouveau le fichier.',
    ]
      .filter(Boolean)
      .join(' ')
  })
  return word
}

/** Input is restored only on its own screen with the same filters. */
function broughtBack(): Kept | null {
  if (bringing && !isSamePlace(bringing.href, window.location.href)) bringing = null
  return bringing
}

function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [one, other].map((href) => {
    const { pathname, searchParams } = new URL(href, window.location.origin)
    searchParams.sort()
    return `${pathname}?${searchParams.toString()}`
  })
  return a === b
}

// A function declaration, because this module calls it while it loads.
function isRecent({ at }: Kept): boolean {
  return Date.now() - at < HOUR
}

/** The forms of all scopes, or of the scope `apart`. */
function formsOf(parts: Record<string, unknown>, apart?: string): Typed[] {
  const isThere = (name: string) => apart === undefined || (name.split(APART)[1] ?? '') === apart
  return Object.entries(parts).flatMap(([name, part]) =>
    name.startsWith(FORM) && isThere(name) ? [part as Typed] : [],
  )
}

const isChanged = ({ values, initial }: Typed) => JSON.stringify(values) !== JSON.stringify(initial)

/** The open parts without passwords; none when no form is open. */
function collect(): Pick<Kept, 'parts' | 'missing'> & { changed: boolean } {
  const missing = new Set<Missing>()
  const parts: Record<string, unknown> = {}
  for (const [name, part] of live) {
    if (name.split(APART)[0] === DIALOG) continue
    parts[name] = name.startsWith(FORM) ? withoutPasswords(part as Typed, missing) : part
  }
  const plan = parts[PLAN] as { chosen?: boolean } | undefined
  if (plan?.chosen) missing.add('file')
  // The idempotency key belongs to the sent request; a new password makes another request.
  if (missing.has('password')) delete parts[KEY]
  const forms = formsOf(parts)
  const changed = missing.size > 0 || forms.some(isChanged)
  return forms.length > 0 ? { parts, missing: [...missing], changed } : { parts: {}, missing: [], changed }
}

/** Fields of passwords and of the code at sign-in, which may be a recovery code. */
const SECRETS = new Set(['password', 'password_confirmation', 'mot_de_passe', 'actuel', 'code'])

function withoutPasswords({ values, initial }: Typed, missing: Set<Missing>): Typed {
  const rest = { ...values }
  for (const field of Object.keys(rest)) {
    if (!SECRETS.has(field) || rest[field] === '') continue
    rest[field] = ''
    missing.add('password')
  }
  return { values: rest, initial }
}

/** Deletes the typed values after an hour, even when the page stays open. */
function emptyInTime(one: Kept): void {
  clearTimeout(timer)
  const empty = () => {
    if (kept !== one) return
    kept = { ...one, parts: {}, missing: [] }
    write(kept)
  }
  if (isRecent(one)) timer = setTimeout(empty, one.at + HOUR - Date.now())
  else empty()
}

function read(): Kept | null {
  // A navigation to another address, Login included, gives up the kept input.
  const [load] = performance.getEntriesByType('navigation')
  if (load instanceof PerformanceNavigationTiming && load.type === 'navigate') writeStorage(KEPT, null, TAB)
  try {
    const found: unknown = JSON.parse(readStorage(KEPT, TAB) ?? 'null')
    return typeof found === 'object' && found !== null && 'parts' in found ? (found as Kept) : null
  } catch {
    return null
  }
}

function write(one: Kept): void {
  writeStorage(KEPT, JSON.stringify(one), TAB)
}
