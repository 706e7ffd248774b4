import { readCell, type CelluleLue } from '#features/imports/cellules.ts'
import { NOMS_DES_FEUILLES, type Colonne, type NomDeFeuille } from '#features/imports/colonnes.ts'
import {
  COLONNE_DES_MESSAGES,
  COLONNE_DES_REMISES,
  colonnesDe,
  FEUILLE_AIDE,
  FEUILLES,
  foldTitre,
  PAR_TITRE,
} from '#features/imports/server/sheets.ts'
import { contactsOf, type Contacts } from '#features/imports/server/check/read.contacts.ts'
import { readLineOfReprise, readTitres } from '#features/imports/server/check/read.reprise.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { estReprise } from '#features/imports/server/reprise/correspondance.ts'
import { sourceOf } from '#features/imports/server/reprise/source.ts'
import { findTitles, placeOfLetter } from '#features/imports/server/reprise/titres.feuille.ts'
import {
  report,
  type Contexte,
  type Ligne,
  type Source,
  type Valeur,
} from '#features/imports/server/check/context.ts'
import { formatNombre } from '#shared/argent.ts'
import { normaliser, showTexte } from '#shared/texte.ts'
import { letter } from '#server/documents/xlsx.ts'
import type { Cellule, LigneLue, Tranche } from '#server/documents/classeur/lecteur.ts'

const IGNOREES = new Set([FEUILLE_AIDE, COLONNE_DES_MESSAGES, COLONNE_DES_REMISES].map(foldTitre))

/**
 * Reads the lines of the model's sheets, and of the lists of one's own as `listes` says what their columns are. Other sheets are warned of.
 * @returns the reason the whole file is refused, or null
 */
export async function readLines(
  ctx: Contexte,
  tranches: AsyncIterable<Tranche>,
  listes: Correspondance | null = null,
): Promise<string | null> {
  const vues = new Set<string>()
  let trouvees = 0
  let lecture: Lecture | null = null
  const masquees = new Map<string, number>()
  const contacts = contactsOf()
  for await (const { feuille, lignes, fusions = [] } of tranches) {
    if (!vues.has(feuille)) {
      vues.add(feuille)
      lecture = readSheet(ctx, feuille, lignes, listes, contacts)
      if (lecture) trouvees += 1
      else if (isUnknown(feuille, listes))
        ctx.messages.say(
          'avertissement',
          feuille,
          `Feuille « ${feuille} » ignorée : ce nom n'est pas dans le modèle.`,
        )
    }
    if (!lecture) continue
    for (const lue of lignes) {
      if (lue.ligne <= lecture.entete || !lecture.keep(lue)) continue
      if (lue.masquee) masquees.set(feuille, (masquees.get(feuille) ?? 0) + 1)
    }
    for (const fusion of fusions) lecture.reportFusion(fusion)
  }
  contacts.fill(ctx)
  for (const [feuille, nombre] of masquees)
    ctx.messages.say('avertissement', feuille, hiddenLines(feuille, nombre))
  if (trouvees === 0) return AUCUNE_FEUILLE
  // A wrong header is its own error: no line can be read below it.
  return ctx.entetesFautives.size > 0 || NOMS_DES_FEUILLES.some((nom) => ctx.lignes[nom].length > 0)
    ? null
    : 'Ce classeur ne contient aucune ligne.'
}

export const AUCUNE_FEUILLE =
  "Aucune feuille du modèle n'a été trouvée. Téléchargez le modèle et gardez le nom de ses feuilles."

/** How the lines of one sheet are read, below the line of its titles. */
interface Lecture {
  entete: number
  /** @returns true for a line that has a value */
  keep: (lue: LigneLue) => boolean
  reportFusion: (fusion: string) => void
}

/** True for a sheet that a member has to be told of: neither of the model nor of his lists. */
const isUnknown = (feuille: string, listes: Correspondance | null): boolean =>
  !IGNOREES.has(foldTitre(feuille)) && !listes?.feuilles.some(({ nom }) => nom === showTexte(feuille))

/** @returns null for a sheet that is not read */
function readSheet(
  ctx: Contexte,
  feuille: string,
  lignes: readonly LigneLue[],
  listes: Correspondance | null,
  contacts: Contacts,
): Lecture | null {
  const liste = listes?.feuilles.find((une) => une.nom === showTexte(feuille))
  if (liste) {
    if (!liste.lire) return null
    const source = sourceOf(liste)
    if (estReprise(feuille))
      for (const { lettre, titre, champ } of liste.colonnes)
        if (champ === null) reportUnknown(ctx, 'reprise', lettre, liste.entete, titre)
    const keep = liste.contacts
      ? contacts.reader(source)
      : (lue: LigneLue) => readLineOfReprise(ctx, source, lue)
    return { entete: liste.entete, keep, reportFusion: () => {} }
  }
  const nom = PAR_TITRE.get(foldTitre(feuille))
  if (nom === undefined) return null
  if (nom === 'reprise') {
    const source = readHeaderOfReprise(ctx, feuille, titlesOf(nom, lignes))
    const keep = (lue: LigneLue) => readLineOfReprise(ctx, source, lue)
    return { entete: source.entete, keep, reportFusion: () => {} }
  }
  const titres = titlesOf(nom, lignes)
  // Beside his own lists a member keeps sheets that only bear a name of the model.
  if (listes && !hasRequired(nom, titres)) return null
  const entete = readHeader(ctx, nom, titres)
  return {
    entete: entete.ligne,
    keep: (lue) => readLine(ctx, entete, lue),
    reportFusion: (fusion) => reportFusion(ctx, entete, fusion),
  }
}

/** The line of the titles of a sheet of the model: that of most known ones among the first ten, else line 1. */
export function titlesOf(nom: NomDeFeuille, lignes: readonly LigneLue[]): LigneLue | undefined {
  const connus = new Set(colonnesDe(nom).map(({ titre }) => foldTitre(titre)))
  return (
    findTitles(lignes, (titre) => connus.has(foldTitre(titre))) ??
    (lignes[0]?.ligne === 1 ? lignes[0] : undefined)
  )
}

/** True for titles with every required one of a sheet of the model. */
export function hasRequired(nom: NomDeFeuille, ligne: LigneLue | undefined): boolean {
  const titres = new Set(titresDe(ligne))
  return colonnesDe(nom).every(({ titre, requis }) => !requis || titres.has(foldTitre(titre)))
}

const hiddenLines = (feuille: string, nombre: number): string =>
  nombre === 1
    ? `1 ligne masquée de « ${feuille} » sera importée aussi.`
    : `${formatNombre(nombre)} lignes masquées de « ${feuille} » seront importées aussi.`

interface Entete {
  nom: NomDeFeuille
  ligne: number
  colonnes: readonly ColonneLue[]
  vierge: Readonly<Record<string, Valeur>>
}

interface ColonneLue {
  colonne: Colonne
  at: number | undefined
  cache: Map<string, CelluleLue>
}

const RETENUES = 5_000

/** Reads a cell, or takes the result of an equal cell of the column. */
function readOne({ colonne, cache }: ColonneLue, cellule: Cellule): CelluleLue {
  const cle = cellule instanceof Date ? cellule.toISOString() : `${typeof cellule} ${cellule}`
  const connue = cache.get(cle)
  if (connue) return connue
  const lue = readCell(colonne.sorte, cellule, colonne.mots ?? [])
  if (cache.size < RETENUES) cache.set(cle, lue)
  return lue
}

/** JSON.parse makes an object as compact as a literal; setting its fields one by one takes seven times the memory. */
const blankOf = (nom: NomDeFeuille): Readonly<Record<string, Valeur>> =>
  JSON.parse(
    `{${colonnesDe(nom)
      .map(({ champ }) => `${JSON.stringify(champ)}:null`)
      .join()}}`,
  ) as Record<string, null>

const VIDE: CelluleLue = { valeur: null }
const AUCUN: ReadonlySet<string> = new Set()

function readHeader(ctx: Contexte, nom: NomDeFeuille, premiere: LigneLue | undefined): Entete {
  const ligne = premiere?.ligne ?? 1
  const titres = titresDe(premiere)
  const positions = ctx.positions[nom]
  const tete: Pick<Ligne, 'feuille' | 'ligne' | 'issue'> = { feuille: nom, ligne, issue: null }
  const connus = new Set<string>()
  const colonnes = colonnesDe(nom).map((colonne) => {
    const titre = foldTitre(colonne.titre)
    connus.add(titre)
    const at = titres.indexOf(titre)
    if (at >= 0) positions.set(colonne.champ, at)
    if (at >= 0 && titres.indexOf(titre, at + 1) >= 0)
      report(ctx, tete, 'erreur', colonne.champ, `La colonne « ${colonne.titre} » est là deux fois.`)
    if (at < 0 && colonne.requis)
      report(ctx, tete, 'erreur', colonne.champ, `La colonne « ${colonne.titre} » manque.`)
    return { colonne, at: at < 0 ? undefined : at, cache: new Map<string, CelluleLue>() }
  })
  for (const [at, titre] of titres.entries())
    if (titre !== '' && !connus.has(titre) && !IGNOREES.has(titre))
      reportUnknown(ctx, nom, letter(at), ligne, String(premiere?.cellules[at] ?? '').trim())
  if (tete.issue === 'erreur') ctx.entetesFautives.add(nom)
  return { nom, ligne, colonnes, vierge: blankOf(nom) }
}

/** Reads the titles of the model's sheet Reprise; without a bien or an acquéreur none of its lines is judged. */
function readHeaderOfReprise(ctx: Contexte, feuille: string, premiere: LigneLue | undefined): Source {
  const { source, manquent } = readTitres(feuille, premiere, foldTitre)
  const tete = { feuille: 'reprise', ligne: source.entete, issue: null, source } as const
  for (const champ of manquent) {
    const { titre } = colonnesDe('reprise').find((une) => une.champ === champ) ?? { titre: champ }
    report(ctx, { ...tete }, 'erreur', champ, `La colonne « ${titre} » manque.`)
    ctx.entetesFautives.add('reprise')
  }
  const lues = new Set(source.positions.values())
  for (const [at, cellule] of (premiere?.cellules ?? []).entries()) {
    const titre = String(cellule ?? '').trim()
    if (titre !== '' && !lues.has(at) && !IGNOREES.has(foldTitre(titre)))
      reportUnknown(ctx, 'reprise', letter(at), source.entete, titre)
  }
  return source
}

const titresDe = (ligne: LigneLue | undefined): string[] =>
  ligne ? ligne.cellules.map((titre) => foldTitre(String(titre ?? ''))) : []

function reportUnknown(ctx: Contexte, nom: NomDeFeuille, lettre: string, ligne: number, titre: string): void {
  ctx.messages.add(placeOfLetter(lettre), {
    gravite: 'avertissement',
    feuille: FEUILLES[nom].titre,
    ligne,
    colonne: titre,
    cellule: `${lettre}${ligne}`,
    texte: `La colonne « ${titre} » est ignorée : ce nom n'est pas dans le modèle.`,
  })
}

/** Warns of merged cells: Excel keeps only the first, so the lines below it lack a value. */
function reportFusion(ctx: Contexte, { nom, ligne: entete, colonnes }: Entete, fusion: string): void {
  const [, lettres = '', ligne = '', fin = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(fusion) ?? []
  const lue = colonnes.find(({ at }) => at !== undefined && letter(at) === lettres)
  if (!lue || Number(ligne) <= entete) return
  report(
    ctx,
    { feuille: nom, ligne: Number(ligne), issue: null },
    'avertissement',
    lue.colonne.champ,
    `Les cellules ${lettres}${ligne} à ${lettres}${fin} sont fusionnées : Excel n'en garde que la première. Annulez la fusion et recopiez la valeur sur chaque ligne.`,
  )
}

const TOTAUX = new Set(['total', 'totaux', 'total general', 'sous-total', 'sous total', 'somme'])

/** The field that marks a line as a total: the line lacks a required value, and one cell says « total ». */
function findTotal({ colonnes }: Entete, { cellules }: LigneLue): string | undefined {
  const celluleDe = (at: number | undefined): Cellule => (at === undefined ? null : (cellules[at] ?? null))
  if (!colonnes.some(({ colonne, at }) => colonne.requis && celluleDe(at) === null)) return undefined
  return colonnes.find(({ at }) => {
    const cellule = celluleDe(at)
    return typeof cellule === 'string' && TOTAUX.has(normaliser(cellule.replace(/\s*:\s*$/, '')))
  })?.colonne.champ
}

/** @returns true for a line that has a value */
function readLine(ctx: Contexte, entete: Entete, { ligne, cellules }: LigneLue): boolean {
  const { nom, colonnes } = entete
  const valeurs: Record<string, Valeur> = { ...entete.vierge }
  const lue: Ligne = { feuille: nom, ligne, valeurs, illisibles: AUCUN, issue: null }
  const total = findTotal(entete, { ligne, cellules })
  if (total !== undefined) {
    report(ctx, lue, 'erreur', total, 'Cette ligne est un total : supprimez-la, Diyar calcule les siens.')
    // Every field counts as unreadable, so that the line gets no other error.
    lue.illisibles = new Set(Object.keys(valeurs))
    ctx.lignes[nom].push(lue)
    return true
  }
  let vide = true
  for (const colonneLue of colonnes) {
    const { champ } = colonneLue.colonne
    const cellule: Cellule = colonneLue.at === undefined ? null : (cellules[colonneLue.at] ?? null)
    const { valeur, avertissement, faute } = cellule === null ? VIDE : readOne(colonneLue, cellule)
    valeurs[champ] = valeur
    if (valeur !== null || faute !== undefined) vide = false
    if (avertissement !== undefined) report(ctx, lue, 'avertissement', champ, avertissement)
    if (faute === undefined) continue
    lue.illisibles = new Set([...lue.illisibles, champ])
    report(ctx, lue, 'erreur', champ, faute)
  }
  // A line with values only in unknown columns is skipped.
  if (!vide) ctx.lignes[nom].push(lue)
  return !vide
}
