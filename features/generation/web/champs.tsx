import { createContext, use, type ReactNode } from 'react'
import styles from '#features/generation/web/generation.module.css'

/** The sentence of a field, by where it stands in what is sent; undefined while there is none to tell. */
export type Erreurs = (chemin: string) => string | undefined
export const ErreursContext = createContext<Erreurs>(() => undefined)

/** What a field has to be given to be told what is wrong with it, and to be known when it is left. */
export function useErreur(): (chemin: string) => { name: string; error: string | undefined } {
  const erreurs = use(ErreursContext)
  return (chemin) => ({ name: chemin, error: erreurs(chemin) })
}

/** One part of the form, under its name; `apres` beside it. */
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
