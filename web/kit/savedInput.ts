import { createContext, use, useEffect, useLayoutEffect, useState } from 'react'
import { writeStorage, readStorage } from '#web/kit/storage.ts'

/**
 * What outlives the end of a session: where the member was and what was typed in the form open there, so that signing in
 * again leads back to it. It is kept for this tab alone, for an hour, and for the member who typed it. Never passwords nor
 * files.
 */
interface Kept {
  membre: number
  /** The screen, with its filters: "/clients?page=2". */
  href: string
  /** When, in milliseconds. */
  at: number
  /** By name, as the hooks below gave them; empty after an hour. */
  parts: Record<string, unknown>
  /** What the member has to give again. */
  missing: readonly Missing[]
  /** The member asked for a new version of the screens: no sign-in lies between. */
  reload: boolean
}
type Missing = 'password' | 'file'

/** A form of the kit, as {@link useSavedPart} is told of it. */
interface Typed {
  values: Record<string, unknown>
  initial: Record<string, unknown>
}

/** Where it is blocked the memory of the page does, as long as it is not loaded again. */
const TAB = 'sessionStorage'
const KEPT = 'diyar.saisie'
const SEEN = 'diyar.membre'
const HOUR = 3_600_000
const FORM = 'saisie:'
const KEY = 'cle'
const PLAN = 'plan'

const NOTHING = { parts: {}, missing: [] }

/** What is open now, by name, and who wants to know when that changes. */
const live = new Map<string, unknown>()
const watchers = new Set<() => void>()
let kept: Kept | null = read()
/** What is being brought back to the screen that is on its way. */
let bringing: Kept | null = null
let timer: ReturnType<typeof setTimeout> | undefined
if (kept) emptyInTime(kept)

/** Keeps where a member was when his session ended, and the form that is open if this screen is the one shown. */
export function saveInput(membre: number, href: string, { reload = false, shown = true } = {}): void {
  const { parts, missing } = shown ? collect() : NOTHING
  kept = { membre, href, at: Date.now(), parts, missing, reload }
  bringing = null
  write(kept)
  emptyInTime(kept)
}

/** Keeps the address that a tab asks for first, when its member's session has ended meanwhile. */
export function savePlace(href: string): void {
  const membre = seenMembre()
  if (kept === null && membre !== null) saveInput(membre, href, { shown: false })
}

/** « Recharger »: loads the page again, for the screens of a new version, and keeps what is being written. */
export function reloadForNewVersion(): void {
  const { pathname, search } = window.location
  const membre = seenMembre()
  if (membre !== null) saveInput(membre, pathname + search, { reload: true })
  window.location.reload()
}

/** Who was last signed in, in this tab. */
function seenMembre(): number | null {
  const membre = Number(readStorage(SEEN, TAB) ?? Number.NaN)
  return Number.isInteger(membre) ? membre : null
}

/** Remembers which member is signed in, in this tab. */
export function rememberMembre(membre: number): void {
  writeStorage(SEEN, String(membre), TAB)
}

/** Drops all that is kept, when the member signs out. */
export function forgetInput(): void {
  kept = null
  bringing = null
  clearTimeout(timer)
  writeStorage(KEPT, null, TAB)
  writeStorage(SEEN, null, TAB)
}

/** Did a session end here, and nobody has signed in since? */
export function hasSessionExpired(): boolean {
  return kept !== null && !kept.reload
}

/** Where to lead the member who signed in, undefined when there is nothing of his; what was typed follows him there. */
export function restoreInput(membre: number, { reload = false } = {}): string | undefined {
  const found = kept?.membre === membre && kept.reload === reload ? kept : null
  if (reload && !found) return undefined
  forgetInput()
  rememberMembre(membre)
  if (found && isRecent(found)) bringing = found
  return found?.href
}

/** Is something being written that a reload would lose? A form that merely stands on its screen counts once it is changed. */
export function isTyping(): boolean {
  return live.has(DIALOG) || collect().changed
}

/** For `useSyncExternalStore` with {@link isTyping}. */
export function watchTyping(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** A dialog that a form is in, for {@link isTyping}. */
export const DIALOG = 'formulaire'

/** Around a form that stands on top of another: what they keep under one name stays apart. Its value is no other's on the screen. */
export const InputScope = createContext('')
const APART = '@'

function useOwn(name: string): string {
  const apart = use(InputScope)
  return apart === '' ? name : `${name}${APART}${apart}`
}

const tell = () => watchers.forEach((watcher) => watcher())

/** Keeps `value` under a name while the component is there; null and undefined are nothing to keep. */
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

/** What was kept under a name, for the component that is there first; `otherwise` when there is nothing. */
export function useRestoredPart<T>(part: string, otherwise: T): T {
  const name = useOwn(part)
  const [found] = useState(() => (broughtBack()?.parts[name] as T | undefined) ?? otherwise)
  useEffect(() => {
    if (bringing) delete bringing.parts[name]
  }, [name])
  return found
}

/** Drops what has not been restored yet: another dialog was opened or closed. */
export function dropRestored(): void {
  bringing = null
}

/** What to say in a form that comes back, null in any other. */
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

/** Only on the screen it was typed on, filters included. */
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

// A declaration: what was stored is looked at when this module is loaded.
function isRecent({ at }: Kept): boolean {
  return Date.now() - at < HOUR
}

/** All of them, or those kept in one place. */
function formsOf(parts: Record<string, unknown>, apart?: string): Typed[] {
  const isThere = (name: string) => apart === undefined || (name.split(APART)[1] ?? '') === apart
  return Object.entries(parts).flatMap(([name, part]) =>
    name.startsWith(FORM) && isThere(name) ? [part as Typed] : [],
  )
}

const isChanged = ({ values, initial }: Typed) => JSON.stringify(values) !== JSON.stringify(initial)

/** What is open, if a form is: without its passwords. */
function collect(): Pick<Kept, 'parts' | 'missing'> & { changed: boolean } {
  const missing = new Set<Missing>()
  const parts: Record<string, unknown> = {}
  for (const [name, part] of live) {
    if (name.split(APART)[0] === DIALOG) continue
    parts[name] = name.startsWith(FORM) ? withoutPasswords(part as Typed, missing) : part
  }
  const plan = parts[PLAN] as { chosen?: boolean } | undefined
  if (plan?.chosen) missing.add('file')
  // The key stands for what was sent; with the password typed anew that is another request.
  if (missing.has('password')) delete parts[KEY]
  const forms = formsOf(parts)
  const changed = missing.size > 0 || forms.some(isChanged)
  return forms.length > 0 ? { parts, missing: [...missing], changed } : { parts: {}, missing: [], changed }
}

function withoutPasswords({ values, initial }: Typed, missing: Set<Missing>): Typed {
  const rest = { ...values }
  for (const field of Object.keys(rest)) {
    if (!field.startsWith('password') || rest[field] === '') continue
    rest[field] = ''
    missing.add('password')
  }
  return { values: rest, initial }
}

/** An hour later what was typed is gone, also when nobody comes. */
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
  // Another address was asked for, Login's own too: what stood here has been left.
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
