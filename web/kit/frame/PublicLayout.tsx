import { useSyncExternalStore, type ReactNode } from 'react'
import { MOTS_PUBLICS, fillIn, type MotsPublics } from '#shared/mots-publics.ts'
import type { Langue } from '#shared/papiers.ts'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { Copyright, Mark } from '#web/kit/frame/Mark.tsx'
import { DarkToggle } from '#web/kit/frame/DarkToggle.tsx'
import styles from '#web/kit/frame/PublicLayout.module.css'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'

const KEY = 'diyar-langue'
const listeners = new Set<() => void>()
const keptLangue = (): Langue => (readStorage(KEY) === 'ar' ? 'ar' : 'fr')
let current = keptLangue()

/** Takes the language that this browser keeps, French where it keeps none: for a page that begins anew in a window that goes on, as in tests. */
export function readLangue(): void {
  current = keptLangue()
  for (const tell of listeners) tell()
}

function setLangue(chosen: Langue): void {
  current = chosen
  writeStorage(KEY, chosen)
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The language of the public pages, French unless this browser has chosen Arabic, and their texts in it. */
export function useLangue(): { langue: Langue; mots: MotsPublics } {
  const chosen = useSyncExternalStore(subscribe, () => current)
  return { langue: chosen, mots: MOTS_PUBLICS[chosen] }
}

/** The sentence of a refusal in the language of the page: the server's own in French, in Arabic the one of its status. */
export function phraseDuRefus(
  error: unknown,
  langue: Langue,
  parStatut: Readonly<Partial<Record<number, string>>>,
  fallback: string,
): string {
  if (langue === 'fr' || !(error instanceof ApiError)) return messageOf(error, fallback)
  const [secondes] = /\d+/.exec(error.serverMessage ?? '') ?? []
  if (error.status === 429 && secondes !== undefined)
    return fillIn(MOTS_PUBLICS[langue].tropDeTentatives, secondes)
  return parStatut[error.status] ?? fallback
}

/** Gives a public page the direction of its language. */
export const attributsDe = (langue: Langue) =>
  ({ lang: langue, dir: langue === 'ar' ? 'rtl' : 'ltr' }) as const

/** « العربية | Français », remembered in this browser. */
export function ChoixDeLangue() {
  const { langue: chosen, mots } = useLangue()
  const choix = [
    ['ar', 'العربية'],
    ['fr', 'Français'],
  ] as const
  return (
    <div className={styles.langues} role="group" aria-label={mots.langue} dir="ltr">
      {choix.map(([langue, nom]) => (
        <button
          key={langue}
          type="button"
          lang={langue}
          aria-pressed={langue === chosen}
          onClick={() => setLangue(langue)}
        >
          {nom}
        </button>
      ))}
    </div>
  )
}

/** The product's name, small, under a page that a promoter shows. */
export function PiedDiyar() {
  return (
    <span className={styles.pied} lang="fr" dir="ltr">
      <Mark size={16} />
      Diyar
    </span>
  )
}

interface PublicLayoutProps {
  children: ReactNode
  wide?: boolean
  /** The promoter who shows the page, null while he is not known: his logo and name stand first, the product in the foot. */
  promoteur?: { nom: string; logo: string | null } | null
}

/** Page without a session. With `promoteur` it is one that his buyers open, in the language that they choose. */
export function PublicLayout({ children, wide = false, promoteur }: PublicLayoutProps) {
  const { langue: chosen, mots } = useLangue()
  const shown = promoteur !== undefined
  return (
    <div className={styles.layout} {...(shown && attributsDe(chosen))}>
      <header className={`line gap-8 ${styles.toggle}`}>
        {shown && <ChoixDeLangue />}
        <DarkToggle />
      </header>
      <main className={styles.main} data-wide={wide}>
        {promoteur ? (
          <p className={`stack bold anywhere centered ${styles.promoteur}`} data-nom>
            {promoteur.logo !== null && <img src={promoteur.logo} alt={fillIn(mots.logo, promoteur.nom)} />}
            <bdi>{promoteur.nom}</bdi>
          </p>
        ) : (
          !shown && (
            <div className={`line gap-6 ${styles.brand}`}>
              <Mark size={52} />
              <span>Diyar</span>
            </div>
          )
        )}
        <div className={styles.card}>{children}</div>
      </main>
      <footer className={`dim small centered ${styles.footer}`}>
        {shown ? <PiedDiyar /> : <Copyright />}
      </footer>
    </div>
  )
}
