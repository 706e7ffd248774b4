import { CHAMPS } from '#features/journal/journal.champs.ts'
import type { Changement } from '#features/journal/journal.contract.ts'
import { isObjet } from '#features/journal/journal.mots.ts'
import { lireObjet, type Champs } from '#features/journal/journal.valeurs.ts'

/** Longer values are cut where they are read in a list; a workbook has them whole. */
const LONGUEUR_MAX = 200

/** What a line of the journal keeps of a record. */
export interface Valeurs {
  objet: string
  avant: unknown
  apres: unknown
}

const RIEN = 'Aucun'

/** One side of one field: not said at all, said to be nothing, or what it is. */
type Cote = { dit: false } | { dit: true; texte: string | null }
const TU: Cote = { dit: false }

/**
 * What a line changed, in words. Added: what the record has. Deleted: what it had. Changed: the fields that differ, one that is nothing
 * reading « Aucun ». Fields that the words do not know are left out.
 * @param entier each value whole, however long
 */
export function changementsDe({ objet, avant, apres }: Valeurs, { entier = false } = {}): Changement[] {
  if (!isObjet(objet)) return []
  const deux = avant !== null && apres !== null
  return comparer(CHAMPS[objet], avant, apres).flatMap(([champ, ancien, nouveau]) => {
    const sides = [ancien, nouveau].map((cote) => {
      if (!cote.dit) return null
      return cote.texte ?? (deux && ancien.dit && nouveau.dit ? RIEN : null)
    })
    const [avantDit = null, apresDit = null] = entier ? sides : sides.map(couper)
    const pareils = sides[0] === sides[1]
    return pareils ? [] : [{ champ, avant: avantDit, apres: apresDit }]
  })
}

type Paire = [champ: string, avant: Cote, apres: Cote]

function comparer(champs: Champs, avant: unknown, apres: unknown): Paire[] {
  const [a, b] = [lireObjet(avant), lireObjet(apres)]
  return Object.entries(champs).flatMap(([cle, champ]): Paire[] => {
    const la = Object.hasOwn(a, cle)
    const ici = Object.hasOwn(b, cle)
    if (champ === null || !(la || ici)) return []
    if ('champs' in champ) return comparer(champ.champs, a[cle], b[cle])
    const cote = (said: boolean, valeur: unknown, dire: (valeur: unknown) => string | null): Cote =>
      said ? { dit: true, texte: dire(valeur) } : TU
    if ('dire' in champ) {
      const { libelle, dire, remplace } = champ
      const [ancien, nouveau] = [cote(la, a[cle], dire), cote(ici, b[cle], dire)]
      const autre = remplace !== undefined && la && ici && isAutre(a[cle], b[cle])
      return [[libelle, ancien, autre ? { dit: true, texte: remplace } : nouveau]]
    }
    const [avants, apresLignes] = [lignesDe(a[cle]), lignesDe(b[cle])]
    const plus = Math.max(avants.length, apresLignes.length)
    return Array.from({ length: plus }, (_, rang): Paire => [
      `${champ.libelle} ${rang + 1}`,
      cote(rang < avants.length, avants[rang], champ.chaque),
      cote(rang < apresLignes.length, apresLignes[rang], champ.chaque),
    ])
  })
}

/** One thing in the place of another, both there. */
const isAutre = (avant: unknown, apres: unknown): boolean =>
  typeof avant === 'string' && typeof apres === 'string' && avant !== apres

const lignesDe = (valeur: unknown): readonly unknown[] => (Array.isArray(valeur) ? valeur : [])

function couper(texte: string | null): string | null {
  if (texte === null || texte.length <= LONGUEUR_MAX) return texte
  // Whole signs only.
  return `${texte.slice(0, LONGUEUR_MAX).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The keys of a record that the words neither name nor leave out, as `objet.cle`: there should be none. */
export function inconnusDe({ objet, avant, apres }: Valeurs): string[] {
  if (!isObjet(objet)) return [objet]
  return [avant, apres].flatMap((cote) => inconnus(CHAMPS[objet], cote, objet))
}

function inconnus(champs: Champs, valeur: unknown, chemin: string): string[] {
  return Object.entries(lireObjet(valeur)).flatMap(([cle, dedans]) => {
    const champ = champs[cle]
    if (champ === undefined) return [`${chemin}.${cle}`]
    return champ !== null && 'champs' in champ ? inconnus(champ.champs, dedans, `${chemin}.${cle}`) : []
  })
}
