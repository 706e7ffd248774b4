import { lireCellule, type CelluleLue } from '#features/imports/cellules.ts'
import {
  COLONNE_DES_MESSAGES,
  colonnesDe,
  FEUILLE_AIDE,
  FEUILLES,
  NOMS_DES_FEUILLES,
  plierTitre,
  type NomDeFeuille,
} from '#features/imports/feuilles.ts'
import type { Colonne } from '#features/imports/colonnes.ts'
import {
  signaler,
  type Contexte,
  type Ligne,
  type Valeur,
} from '#features/imports/server/controle/contexte.ts'
import { normaliser } from '#shared/texte.ts'
import { letter } from '#server/documents/xlsx.ts'
import type { Cellule, LigneLue, Lot } from '#server/documents/classeur/lecteur.ts'

/** The sheets of the model, by their name as `plierTitre` has it. */
export const PAR_TITRE = new Map<string, NomDeFeuille>(
  NOMS_DES_FEUILLES.map((nom) => [plierTitre(FEUILLES[nom].titre), nom]),
)
/** Is it a sheet that the model has? Others are not read. */
export const estDuModele = (feuille: string): boolean => PAR_TITRE.has(plierTitre(feuille))
const IGNOREES = new Set([FEUILLE_AIDE, COLONNE_DES_MESSAGES].map(plierTitre))

/**
 * Reads every line of the sheets that the model has; of the others it says that they are ignored.
 * @returns why the file as a whole is refused, or null
 */
export async function lireLignes(ctx: Contexte, lots: AsyncIterable<Lot>): Promise<string | null> {
  const vues = new Set<string>()
  let trouvees = 0
  let entete: Entete | null = null
  for await (const { feuille, lignes, fusions = [] } of lots) {
    if (!vues.has(feuille)) {
      vues.add(feuille)
      entete = null
      const nom = PAR_TITRE.get(plierTitre(feuille))
      if (nom === undefined && !IGNOREES.has(plierTitre(feuille)))
        ctx.messages.dire(
          'avertissement',
          feuille,
          `Feuille « ${feuille} » ignorée : ce nom n'est pas dans le modèle.`,
        )
      if (nom !== undefined) {
        trouvees += 1
        entete = lireEntete(ctx, nom, lignes)
      }
    }
    if (!entete) continue
    for (const lue of lignes) if (lue.ligne > 1) lireLigne(ctx, entete, lue)
    for (const fusion of fusions) signalerFusion(ctx, entete, fusion)
  }
  if (trouvees === 0)
    return "Aucune feuille du modèle n'a été trouvée. Téléchargez le modèle et gardez le nom de ses feuilles."
  // What is wrong with a header is told instead: under it nothing could be read.
  return ctx.entetesFautives.size > 0 || NOMS_DES_FEUILLES.some((nom) => ctx.lignes[nom].length > 0)
    ? null
    : 'Ce classeur ne contient aucune ligne.'
}

interface Entete {
  nom: NomDeFeuille
  colonnes: readonly ColonneLue[]
  /** A line with every cell blank, of which each line is a copy. */
  vierge: Readonly<Record<string, Valeur>>
}

interface ColonneLue {
  colonne: Colonne
  at: number | undefined
  /** What its cells come to that have been read: a column says the same name, day or word on many lines. */
  lues: Map<string, CelluleLue>
}

/** So many different texts of a column are remembered. */
const RETENUES = 5_000

/** Reads a cell; one that says what another of its column does is read once, and kept once. */
function lireUne({ colonne, lues }: ColonneLue, cellule: Cellule): CelluleLue {
  const cle = cellule instanceof Date ? cellule.toISOString() : `${typeof cellule} ${cellule}`
  const connue = lues.get(cle)
  if (connue) return connue
  const lue = lireCellule(colonne.sorte, cellule, colonne.mots ?? [])
  if (lues.size < RETENUES) lues.set(cle, lue)
  return lue
}

/** What JSON makes is kept as compactly as a literal; an object whose fields are set one after the other takes seven times as much. */
const viergeDe = (nom: NomDeFeuille): Readonly<Record<string, Valeur>> =>
  JSON.parse(
    `{${colonnesDe(nom)
      .map(({ champ }) => `${JSON.stringify(champ)}:null`)
      .join()}}`,
  ) as Record<string, null>

const VIDE: CelluleLue = { valeur: null }
/** Of a line whose cells can all be read. */
const AUCUN: ReadonlySet<string> = new Set()

function lireEntete(ctx: Contexte, nom: NomDeFeuille, lignes: readonly LigneLue[]): Entete {
  const premiere = lignes[0]?.ligne === 1 ? lignes[0] : undefined
  const titres = titresDe(premiere)
  const plusBas = trouverPlusBas(nom, lignes, titres)
  if (plusBas !== undefined) {
    signalerPlusBas(ctx, nom, plusBas)
    return { nom, colonnes: [], vierge: {} }
  }
  const positions = ctx.positions[nom]
  const tete: Pick<Ligne, 'feuille' | 'ligne' | 'sort'> = { feuille: nom, ligne: 1, sort: null }
  const connus = new Set<string>()
  const colonnes = colonnesDe(nom).map((colonne) => {
    const titre = plierTitre(colonne.titre)
    connus.add(titre)
    const at = titres.indexOf(titre)
    if (at >= 0) positions.set(colonne.champ, at)
    if (at >= 0 && titres.indexOf(titre, at + 1) >= 0)
      signaler(ctx, tete, 'erreur', colonne.champ, `La colonne « ${colonne.titre} » est là deux fois.`)
    if (at < 0 && colonne.requis)
      signaler(ctx, tete, 'erreur', colonne.champ, `La colonne « ${colonne.titre} » manque.`)
    return { colonne, at: at < 0 ? undefined : at, lues: new Map<string, CelluleLue>() }
  })
  for (const [at, titre] of titres.entries())
    if (titre !== '' && !connus.has(titre) && !IGNOREES.has(titre))
      signalerInconnue(ctx, nom, at, String(premiere?.cellules[at] ?? '').trim())
  if (tete.sort === 'erreur') ctx.entetesFautives.add(nom)
  return { nom, colonnes, vierge: viergeDe(nom) }
}

const titresDe = (ligne: LigneLue | undefined): string[] =>
  ligne ? ligne.cellules.map((titre) => plierTitre(String(titre ?? ''))) : []

/** How far down a header is looked for: below a title, a logo, the name of the promoter. */
const RECHERCHE = 30

/** The line that has the titles of the columns, when line 1 has none of those that are required and it has most of them. */
function trouverPlusBas(
  nom: NomDeFeuille,
  lignes: readonly LigneLue[],
  premiers: readonly string[],
): number | undefined {
  const requis = colonnesDe(nom).flatMap(({ titre, requis: oui }) => (oui ? [plierTitre(titre)] : []))
  if (requis.some((titre) => premiers.includes(titre))) return undefined
  return lignes.slice(0, RECHERCHE).find((ligne) => {
    const titres = new Set(titresDe(ligne))
    return requis.filter((titre) => titres.has(titre)).length * 2 > requis.length
  })?.ligne
}

function signalerPlusBas(ctx: Contexte, nom: NomDeFeuille, ligne: number): void {
  ctx.entetesFautives.add(nom)
  ctx.messages.ajouter(-1, {
    gravite: 'erreur',
    feuille: FEUILLES[nom].titre,
    ligne,
    colonne: null,
    cellule: null,
    texte: `Les titres des colonnes sont à la ligne ${ligne} : ils doivent être à la ligne 1. Supprimez les lignes au-dessus.`,
  })
}

function signalerInconnue(ctx: Contexte, nom: NomDeFeuille, at: number, titre: string): void {
  ctx.messages.ajouter(at, {
    gravite: 'avertissement',
    feuille: FEUILLES[nom].titre,
    ligne: 1,
    colonne: titre,
    cellule: `${letter(at)}1`,
    texte: `La colonne « ${titre} » est ignorée : ce nom n'est pas dans le modèle.`,
  })
}

/** Merged cells are blank but for the first: why the lines below it lack something. */
function signalerFusion(ctx: Contexte, { nom, colonnes }: Entete, fusion: string): void {
  const [, lettres = '', ligne = '', fin = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(fusion) ?? []
  const lue = colonnes.find(({ at }) => at !== undefined && letter(at) === lettres)
  if (!lue || Number(ligne) < 2) return
  signaler(
    ctx,
    { feuille: nom, ligne: Number(ligne), sort: null },
    'avertissement',
    lue.colonne.champ,
    `Les cellules ${lettres}${ligne} à ${lettres}${fin} sont fusionnées : Excel n'en garde que la première. Annulez la fusion et recopiez la valeur sur chaque ligne.`,
  )
}

const TOTAUX = new Set(['total', 'totaux', 'total general', 'sous-total', 'sous total', 'somme'])

/** The field that says that a line is the sum of those above it: it lacks what a line must have. */
function trouverTotal({ colonnes }: Entete, { cellules }: LigneLue): string | undefined {
  const celluleDe = (at: number | undefined): Cellule => (at === undefined ? null : (cellules[at] ?? null))
  if (!colonnes.some(({ colonne, at }) => colonne.requis && celluleDe(at) === null)) return undefined
  return colonnes.find(({ at }) => {
    const cellule = celluleDe(at)
    return typeof cellule === 'string' && TOTAUX.has(normaliser(cellule.replace(/\s*:\s*$/, '')))
  })?.colonne.champ
}

function lireLigne(ctx: Contexte, entete: Entete, { ligne, cellules }: LigneLue): void {
  const { nom, colonnes } = entete
  const valeurs: Record<string, Valeur> = { ...entete.vierge }
  const lue: Ligne = { feuille: nom, ligne, valeurs, illisibles: AUCUN, sort: null }
  const total = trouverTotal(entete, { ligne, cellules })
  if (total !== undefined) {
    signaler(ctx, lue, 'erreur', total, 'Cette ligne est un total : supprimez-la, Diyar calcule les siens.')
    // Nothing else is said of it.
    lue.illisibles = new Set(Object.keys(valeurs))
    ;(ctx.lignes[nom] as Ligne[]).push(lue)
    return
  }
  let vide = true
  for (const une of colonnes) {
    const { champ } = une.colonne
    const cellule: Cellule = une.at === undefined ? null : (cellules[une.at] ?? null)
    const { valeur, avertissement, faute } = cellule === null ? VIDE : lireUne(une, cellule)
    valeurs[champ] = valeur
    if (valeur !== null || faute !== undefined) vide = false
    if (avertissement !== undefined) signaler(ctx, lue, 'avertissement', champ, avertissement)
    if (faute === undefined) continue
    lue.illisibles = new Set([...lue.illisibles, champ])
    signaler(ctx, lue, 'erreur', champ, faute)
  }
  // A line that has something only in columns that are not read is none.
  if (!vide) (ctx.lignes[nom] as Ligne[]).push(lue)
}
