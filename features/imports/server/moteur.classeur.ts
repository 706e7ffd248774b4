import { estDuModele } from '#features/imports/server/controle/lecture.ts'
import { controler, ecrire, type Verdict } from '#features/imports/server/moteur.ts'
import type { Db } from '#server/database/db.ts'
import { ClasseurRefuse, lireClasseur } from '#server/documents/classeur/lecteur.ts'
import type { Actor } from '#server/http/session.ts'

/** What a step of the work is told and tells: when to stop, how many lines of how many are done. */
interface Pas {
  signal: AbortSignal
  avance: (fait: number, total: number) => void
}
export interface Controle {
  verdict: Verdict
  /** Writes what the check has found, in the transaction it was made in. */
  ecrire(options: Pas & { actor: Actor; importId: number }): Promise<void>
}

/**
 * Checks a workbook against what is there; one that cannot be read as a whole is refused by the sentence of its motif.
 * @param options.verrouiller under the locks of a writing, in its transaction
 */
export async function controlerClasseur(
  db: Db,
  classeur: Buffer,
  options: Pas & { modifier: boolean; verrouiller: boolean },
): Promise<Controle> {
  try {
    const lots = lireClasseur(classeur, { signal: options.signal, lire: estDuModele })
    const controle = await controler(db, lots, options)
    return { verdict: controle.verdict, ecrire: (suite) => ecrire(controle, { db, ...suite }) }
  } catch (error) {
    if (!(error instanceof ClasseurRefuse)) throw error
    return { verdict: refused(error.message), ecrire: () => Promise.reject(error) }
  }
}

const refused = (motif: string): Verdict => ({
  feuilles: [],
  messages: [],
  erreurs: 0,
  avertissements: 0,
  modifications: 0,
  recusANumeroter: 0,
  motif,
})
