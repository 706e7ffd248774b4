import { PLURIELS } from '#features/imports/server/reprise/mots.ts'
import { toChiffres } from '#shared/chiffres.ts'
import { cleanTexte, normaliser } from '#shared/texte.ts'

/** A title of a column as `entree.md` D.2 folds it. */
export interface Titre {
  /** The readings of the folded words, the likeliest first: a hyphen is a blank or nothing. */
  lectures: readonly string[]
  /** « 1er », « TEL2 », « VERSEMENT N° 1 », « الدفعة الأولى »; null without one. */
  numero: number | null
  /** A parenthesis says %, m² or HT: the column is something beside what its word names. */
  autre: boolean
  pourcent: boolean
  /** The title says KDA, milliers, millions or centimes. */
  unite: boolean
}

const SANS_TITRE: Titre = { lectures: [], numero: null, autre: false, pourcent: false, unite: false }

const PARENTHESES = /\([^)]*\)?|\[[^\]]*\]?/g
const AUTRE = /%|m2|(?<![\p{L}\p{N}])h\.?t\.?(?![\p{L}\p{N}])/u
const UNITE = /(?<![\p{L}\p{N}])(?:kda|milliers?|millions?|centimes?)(?![\p{L}\p{N}])/u
/** « C.N.I », « N.I.N. »: single letters with a point between them. */
const SIGLE = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])/gu
/** Stands for « dû », which « du » must not be taken for. */
const DU = '\uE000'
const TOMBENT: ReadonlySet<string> = new Set('de du des a en la les da dzd dh fcfa ttc'.split(' '))
const NUMERO: ReadonlySet<string> = new Set(['num', 'numero'])
const ORDINAUX: ReadonlyMap<string, number> = new Map([
  ['اول', 1],
  ['اولي', 1],
  ['ثاني', 2],
  ['ثانيه', 2],
  ['ثالث', 3],
  ['ثالثه', 3],
  ['رابع', 4],
  ['رابعه', 4],
])

/** Folds a title. Words of the table are folded by it too, so that both sides are compared alike. */
export function foldTitreDeListe(texte: string): Titre {
  // An Arabic sheet has marks of direction in its titles.
  const brut = cleanTexte(texte)
    .replace(/(?<!\p{L})[dD][ûÛ](?!\p{L})/gu, DU)
    .replaceAll('²', '2')
    .replaceAll('№', ' n° ')
  const plie = toChiffres(normaliser(brut))
  if (plie === '') return SANS_TITRE
  const entre = (plie.match(PARENTHESES) ?? []).join(' ')
  const dehors = plie.replace(PARENTHESES, ' ')
  const lues = [' ', ''].map((tiret) => foldMots(dehors.replaceAll('-', tiret)))
  const lectures = [...new Set(lues.map(({ mots }) => mots))].filter((mots) => mots !== '')
  return {
    lectures: lectures.map((mots) => mots.replaceAll(DU, 'dû')),
    numero: lues[0]?.numero ?? null,
    autre: AUTRE.test(entre),
    pourcent: entre.includes('%'),
    unite: UNITE.test(plie),
  }
}

function foldMots(plie: string): { mots: string; numero: number | null } {
  let numero: number | null = null
  const texte = plie
    .replace(SIGLE, (sigle) => `${sigle.replaceAll('.', '')} `)
    .replace(/(?<![\p{L}\p{N}])n ?[°º]/gu, ' no ')
    .replace(/(?<![\p{L}\p{N}])(\d{1,2})(?:[°º]| ?(?:er|ere|eme|nd|nde)|e)(?![\p{L}\p{N}])/gu, (_, lu) => {
      numero ??= Number(lu)
      return ' '
    })
    .replace(/(?<!\p{L})[dl]'/gu, ' ')
    .replaceAll('&', ' et ')
    .replace(/[°º.:*/_,;|'"]/g, ' ')
  let mots = joinWaw(texte.split(' ').filter((mot) => mot !== '')).map(foldArabe)
  mots = mots.map((mot, at) => (NUMERO.has(mot) || (mot === 'n' && at < mots.length - 1) ? 'no' : mot))
  mots = mots.filter((mot) => !TOMBENT.has(mot))
  mots = mots.filter((mot) => {
    const ordinal = ORDINAUX.get(mot)
    if (ordinal !== undefined) numero ??= ordinal
    return ordinal === undefined
  })
  const dernier = takeLastNumber(mots)
  if (dernier !== null) {
    numero ??= dernier.numero
    mots = dernier.mots
  }
  const seul = mots.length === 1
  return { mots: mots.map((mot) => (seul && PLURIELS.has(mot) ? mot : foldPluriel(mot))).join(' '), numero }
}

/** A « و » alone belongs to the word that follows it. */
const joinWaw = (mots: readonly string[]): string[] =>
  mots.flatMap((mot, at) =>
    mot === 'و' && at < mots.length - 1 ? [] : [mots[at - 1] === 'و' ? `و${mot}` : mot],
  )

/** The article that begins a word falls, also after a joined « و ». */
const foldArabe = (mot: string): string => mot.replace(/^(و?)ال(?=\p{L}{2})/u, '$1')

const foldPluriel = (mot: string): string => (mot.length >= 4 && mot.endsWith('s') ? mot.slice(0, -1) : mot)

/** Takes the number that ends a title, with a « no » before it: « versement no 1 », « tel2 ». « m2 » is a word. */
function takeLastNumber(mots: readonly string[]): { mots: string[]; numero: number } | null {
  const dernier = mots.at(-1) ?? ''
  const joint = /^(\p{L}{2,})(\d{1,2})$/u.exec(dernier)
  if (joint) return { mots: [...mots.slice(0, -1), joint[1] ?? ''], numero: Number(joint[2]) }
  if (!/^\d{1,2}$/.test(dernier)) return null
  const avant = mots.slice(0, mots.at(-2) === 'no' ? -2 : -1)
  return avant.length > 0 ? { mots: avant, numero: Number(dernier) } : null
}

/** The spelling of a word of the table in which « du » means « dû », beside the one in which it falls. */
export const withDu = (mot: string): readonly string[] =>
  /(?<!\p{L})du(?!\p{L})/u.test(mot) ? [mot, mot.replace(/(?<!\p{L})du(?!\p{L})/u, 'dû')] : [mot]
