import { createContext, use, type ReactNode } from 'react'
import styles from '#features/generation/web/generation.module.css'

/** Error of a field by its path in the request. */
export type Erreurs = (chemin: string) => string | undefined
export const ErreursContext = createContext<Erreurs>(() => undefined)

/** Props of a field that shows its error and is recognised when it loses the focus. */
export function useErreur(): (chemin: string) => { name: string; error: string | undefined } {
  const erreurs = use(ErreursContext)
  return (chemin) => ({ name: chemin, error: erreurs(chemin) })
}

export function Part({ titre, apres, children }: { titre: string; apres?: ReactNode; children?: ReactNode }) {
  return (
    <section className={styles.part} aria-label={titre}>
      <div className={styles.tete}>
        <h2 className={styles.titre}>{titre}</h2>
        {apres}
      </div>
      {children}
    </section>
  )
}
