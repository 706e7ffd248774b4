import {
  APRES_LE_CHAMP,
  CHAMPS_D_UNE_PERSONNE,
  MOTS,
  type ChampDesMots,
  type Condition,
  type MotsDuChamp,
} from '#features/imports/server/reprise/mots.ts'
import { foldTitreDeListe, withDu, type Titre } from '#features/imports/server/reprise/titres.ts'

/** One thing that a title can mean. */
export interface Sens {
  champ: ChampDesMots
  sur: boolean
  si: Condition | null
}

/** The kind of what stands under a title; null where nothing does. */
export type SorteDExemple = 'nombre' | 'jour' | 'texte' | null

/** A column on its way to be recognised. `numero` is that of its title, else that of the merged cell above it. */
export interface Lue {
  titre: Titre
  mots: string
  sens: readonly Sens[]
  numero: number | null
  sorte: SorteDExemple
  choix: Sens | null
}

const listOf = (mots: string | undefined): string[] => mots?.split(', ') ?? []
const withNo = (mots: readonly string[], no: MotsDuChamp['no']): string[] =>
  mots.flatMap((mot) => [
    mot,
    ...(no === undefined ? [] : [`no ${mot}`]),
    ...(no === 'autour' ? [`${mot} no`] : []),
  ])

const SENS = new Map<string, Sens[]>()
for (const { champ, surs, proposes, no, noPropose, si = null } of MOTS)
  for (const [sur, mots] of [
    [true, withNo(listOf(surs), no)],
    [false, withNo(listOf(proposes), noPropose)],
  ] as const)
    for (const mot of mots.flatMap(withDu)) {
      const [lecture = ''] = foldTitreDeListe(mot).lectures
      const connus = SENS.get(lecture) ?? []
      if (!connus.some((autre) => autre.champ === champ && autre.si === si))
        SENS.set(lecture, [...connus, { champ, sur, si }])
    }

const RIEN: readonly Sens[] = []

/** Returns the possible meanings of a title of these folded words, with the words that were found; none unless they equal words of the table. */
export function findSens({ lectures }: Pick<Titre, 'lectures'>): { mots: string; sens: readonly Sens[] } {
  for (const mots of lectures) {
    const sens = SENS.get(mots)
    if (sens) return { mots, sens }
  }
  for (const mots of lectures) {
    const [, devant = '', dernier = ''] = /^(.+) (\S+)$/.exec(mots) ?? []
    if (!APRES_LE_CHAMP.has(dernier)) continue
    const sens = (SENS.get(devant) ?? RIEN).filter(({ champ }) => CHAMPS_D_UNE_PERSONNE.has(champ))
    if (sens.length > 0) return { mots: devant, sens }
  }
  return { mots: lectures[0] ?? '', sens: RIEN }
}

/** True for a title that the table knows, whatever stands beside it. */
export const isConnu = (titre: string): boolean => findSens(foldTitreDeListe(titre)).sens.length > 0
