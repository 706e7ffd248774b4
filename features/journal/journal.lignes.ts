import type { Changement } from '#features/journal/journal.contract.ts'
import { type Objet, isObjet } from '#features/journal/journal.mots.ts'
import { isDerived, OBJETS_DU_JOURNAL } from '#features/journal/journal.objets.ts'
import { describeChamp, type Champs, type ChampSimple } from '#shared/champs/champs.ts'
import { describeNom, readObjet } from '#shared/champs/kinds.ts'

/** The name of a record, read from its values: « Appartement A-12 », « Reçu 2026-000123 »; null where they hold none. */
export const nomDe = (objet: Objet, valeurs: unknown): string | null =>
  OBJETS_DU_JOURNAL[objet].titre(readObjet(valeurs))

/** The name of a line's record: after the act, before it, or today. A vente without a number gets its client's name. */
export function titreDe(
  objet: Objet,
  { avant, apres }: { avant: unknown; apres: unknown },
  maintenant: string | null = null,
): string | null {
  const nom = nomDe(objet, apres) ?? nomDe(objet, avant) ?? maintenant
  if (nom !== null || objet !== 'vente') return nom
  return (
    [apres, avant].map((valeurs) => describeNom('nomComplet')(readObjet(valeurs)['client'])).find(Boolean) ??
    null
  )
}

/** The longest value in a list, in characters; a workbook shows values whole. */
const LONGUEUR_MAX = 200

export interface Valeurs {
  objet: string
  avant: unknown
  apres: unknown
}

const RIEN = 'Aucun'
/** A file in place of another one, which reads the same. */
const REMPLACE = 'Remplacé'

/** One side of a field: `present` is false when the record lacks the key, and `texte` is null when its value is empty. */
type Cote = { present: false } | { present: true; texte: string | null }

/**
 * The changed fields of a journal line in words. Keys without a label are left out, and an emptied field reads « Aucun ».
 * @param entier true to keep long values whole
 */
export function changementsDe({ objet, avant, apres }: Valeurs, { entier = false } = {}): Changement[] {
  if (!isObjet(objet)) return []
  const deux = avant !== null && apres !== null
  return comparer(OBJETS_DU_JOURNAL[objet].champs, avant, apres).flatMap(([champ, ancien, nouveau]) => {
    const sides = [ancien, nouveau].map((cote) => {
      if (!cote.present) return null
      return cote.texte ?? (deux && ancien.present && nouveau.present ? RIEN : null)
    })
    const [avantDit = null, apresDit = null] = entier ? sides : sides.map(cut)
    const pareils = sides[0] === sides[1]
    return pareils ? [] : [{ champ, avant: avantDit, apres: apresDit }]
  })
}

type Paire = [champ: string, avant: Cote, apres: Cote]

const toCote = (present: boolean, texte: () => string | null): Cote =>
  present ? { present, texte: texte() } : { present: false }

function comparer(champs: Champs, avant: unknown, apres: unknown): Paire[] {
  const [a, b] = [readObjet(avant), readObjet(apres)]
  return Object.entries(champs).flatMap(([cle, champ]): Paire[] => {
    const had = Object.hasOwn(a, cle)
    const has = Object.hasOwn(b, cle)
    if (!(had || has)) return []
    if ('champs' in champ) return comparer(champ.champs, a[cle], b[cle])
    if ('chaque' in champ) return compareLists(champ, lignesDe(a[cle]), lignesDe(b[cle]))
    return [
      [
        champ.label,
        toCote(had, () => describeChamp(champ, a[cle])),
        toCote(has, () =>
          had && isReplaced(champ, a[cle], b[cle]) ? REMPLACE : describeChamp(champ, b[cle]),
        ),
      ],
    ]
  })
}

function compareLists(
  { label, chaque }: { label: string; chaque: (valeur: unknown) => string | null },
  avant: readonly unknown[],
  apres: readonly unknown[],
): Paire[] {
  return Array.from({ length: Math.max(avant.length, apres.length) }, (_, rang): Paire => [
    `${label} ${rang + 1}`,
    toCote(rang < avant.length, () => chaque(avant[rang])),
    toCote(rang < apres.length, () => chaque(apres[rang])),
  ])
}

const isReplaced = (champ: ChampSimple, avant: unknown, apres: unknown): boolean =>
  'kind' in champ &&
  champ.kind === 'fichier' &&
  typeof avant === 'string' &&
  typeof apres === 'string' &&
  avant !== apres

const lignesDe = (valeur: unknown): readonly unknown[] => (Array.isArray(valeur) ? valeur : [])

function cut(dit: string | null): string | null {
  if (dit === null || dit.length <= LONGUEUR_MAX) return dit
  // A surrogate pair is not cut in two.
  return `${dit.slice(0, LONGUEUR_MAX).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The keys of a record that are neither fields nor hidden, as `objet.cle`. A test expects none. */
export function inconnusDe({ objet, avant, apres }: Valeurs): string[] {
  if (!isObjet(objet)) return [objet]
  const { champs, caches = [] } = OBJETS_DU_JOURNAL[objet]
  return [avant, apres].flatMap((cote) =>
    inconnus(champs, cote, objet).filter((cle) => !caches.some((cache) => cle === `${objet}.${cache}`)),
  )
}

function inconnus(champs: Champs, valeur: unknown, chemin: string): string[] {
  return Object.entries(readObjet(valeur)).flatMap(([cle, dedans]) => {
    const champ = champs[cle]
    if (champ === undefined) return isDerived(cle) ? [] : [`${chemin}.${cle}`]
    return 'champs' in champ ? inconnus(champ.champs, dedans, `${chemin}.${cle}`) : []
  })
}
