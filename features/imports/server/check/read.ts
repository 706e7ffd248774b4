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
import { readLineOfReprise, readTitres } from '#features/imports/server/check/read.reprise.ts'
import {
  report,
  type Contexte,
  type Ligne,
  type Source,
  type Valeur,
} from '#features/imports/server/check/context.ts'
import { formatNombre } from '#shared/argent.ts'
import { normaliser } from '#shared/texte.ts'
import { letter } from '#server/documents/xlsx.ts'
import type { Cellule, LigneLue, Tranche } from '#server/documents/classeur/lecteur.ts'

const IGNOREES = new Set([FEUILLE_AIDE, COLONNE_DES_MESSAGES, COLONNE_DES_REMISES].map(foldTitre))

/** Reads the lines of the model's sheets and warns of other sheets. @returns the reason the whole file is refused, or null */
export async function readLines(ctx: Contexte, tranches: AsyncIterable<Tranche>): Promise<string | null> {
  const vues = new Set<string>()
  let trouvees = 0
  let entete: Entete | null = null
  let source: Source | null = null
  const masquees = new Map<string, number>()
  for await (const { feuille, lignes, fusions = [] } of tranches) {
    if (!vues.has(feuille)) {
      vues.add(feuille)
      entete = null
      source = null
      const nom = PAR_TITRE.get(foldTitre(feuille))
      if (nom === undefined && !IGNOREES.has(foldTitre(feuille)))
        ctx.messages.say(
          'avertissement',
          feuille,
          `Feuille « ${feuille} » ignorée : ce nom n'est pas dans le modèle.`,
        )
      if (nom !== undefined) {
        trouvees += 1
        if (nom === 'reprise') source = readHeaderOfReprise(ctx, feuille, lignes[0])
        else entete = readHeader(ctx, nom, lignes)
      }
    }
    if (!entete && !source) continue
    for (const lue of lignes) {
      if (lue.ligne === 1) continue
      const kept = source ? readLineOfReprise(ctx, source, lue) : entete && readLine(ctx, entete, lue)
      if (kept && lue.masquee) masquees.set(feuille, (masquees.get(feuille) ?? 0) + 1)
    }
    if (entete) for (const fusion of fusions) reportFusion(ctx, entete, fusion)
  }
  for (const [feuille, nombre] of masquees)
    ctx.messages.say('avertissement', feuille, hiddenLines(feuille, nombre))
  if (trouvees === 0)
    return "Aucune feuille du modèle n'a été trouvée. Téléchargez le modèle et gardez le nom de ses feuilles."
  // A wrong header is its own error: no line can be read below it.
  return ctx.entetesFautives.size > 0 || NOMS_DES_FEUILLES.some((nom) => ctx.lignes[nom].length > 0)
    ? null
    : 'Ce classeur ne contient aucune ligne.'
}

const hiddenLines = (feuille: string, nombre: number): string =>
  nombre === 1
    ? `1 ligne masquée de « ${feuille} » sera importée aussi.`
    : `${formatNombre(nombre)} lignes masquées de « ${feuille} » seront importées aussi.`

interface Entete {
  nom: NomDeFeuille
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

function readHeader(ctx: Contexte, nom: NomDeFeuille, lignes: readonly LigneLue[]): Entete {
  const premiere = lignes[0]?.ligne === 1 ? lignes[0] : undefined
  const titres = titresDe(premiere)
  const plusBas = findLower(nom, lignes, titres)
  if (plusBas !== undefined) {
    reportLower(ctx, nom, plusBas)
    return { nom, colonnes: [], vierge: {} }
  }
  const positions = ctx.positions[nom]
  const tete: Pick<Ligne, 'feuille' | 'ligne' | 'issue'> = { feuille: nom, ligne: 1, issue: null }
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
      reportUnknown(ctx, nom, at, String(premiere?.cellules[at] ?? '').trim())
  if (tete.issue === 'erreur') ctx.entetesFautives.add(nom)
  return { nom, colonnes, vierge: blankOf(nom) }
}

/** Reads the titles of the model's sheet Reprise; without a bien or an acquéreur none of its lines is judged. */
function readHeaderOfReprise(ctx: Contexte, feuille: string, premiere: LigneLue | undefined): Source {
  const { source, manquent } = readTitres(feuille, premiere?.ligne === 1 ? premiere : undefined, foldTitre)
  const tete = { feuille: 'reprise', ligne: 1, issue: null, source } as const
  for (const champ of manquent) {
    const { titre } = colonnesDe('reprise').find((une) => une.champ === champ) ?? { titre: champ }
    report(ctx, { ...tete }, 'erreur', champ, `La colonne « ${titre} » manque.`)
    ctx.entetesFautives.add('reprise')
  }
  const lues = new Set(source.positions.values())
  for (const [at, cellule] of (premiere?.ligne === 1 ? premiere.cellules : []).entries()) {
    const titre = String(cellule ?? '').trim()
    if (titre !== '' && !lues.has(at) && !IGNOREES.has(foldTitre(titre)))
      reportUnknown(ctx, 'reprise', at, titre)
  }
  return source
}

const titresDe = (ligne: LigneLue | undefined): string[] =>
  ligne ? ligne.cellules.map((titre) => foldTitre(String(titre ?? ''))) : []

/** Number of lines searched for a header that stands below a title or a logo. */
const RECHERCHE = 30

/** Finds the line that holds most of the required titles, when line 1 holds none of them. */
function findLower(
  nom: NomDeFeuille,
  lignes: readonly LigneLue[],
  premiers: readonly string[],
): number | undefined {
  const requis = colonnesDe(nom).flatMap(({ titre, requis: oui }) => (oui ? [foldTitre(titre)] : []))
  if (requis.some((titre) => premiers.includes(titre))) return undefined
  return lignes.slice(0, RECHERCHE).find((ligne) => {
    const titres = new Set(titresDe(ligne))
    return requis.filter((titre) => titres.has(titre)).length * 2 > requis.length
  })?.ligne
}

function reportLower(ctx: Contexte, nom: NomDeFeuille, ligne: number): void {
  ctx.entetesFautives.add(nom)
  ctx.messages.add(-1, {
    gravite: 'erreur',
    feuille: FEUILLES[nom].titre,
    ligne,
    colonne: null,
    cellule: null,
    texte: `Les titres des colonnes sont à la ligne ${ligne} : ils doivent être à la ligne 1. Supprimez les lignes au-dessus.`,
  })
}

function reportUnknown(ctx: Contexte, nom: NomDeFeuille, at: number, titre: string): void {
  ctx.messages.add(at, {
    gravite: 'avertissement',
    feuille: FEUILLES[nom].titre,
    ligne: 1,
    colonne: titre,
    cellule: `${letter(at)}1`,
    texte: `La colonne « ${titre} » est ignorée : ce nom n'est pas dans le modèle.`,
  })
}

/** Warns of merged cells: Excel keeps only the first, so the lines below it lack a value. */
function reportFusion(ctx: Contexte, { nom, colonnes }: Entete, fusion: string): void {
  const [, lettres = '', ligne = '', fin = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/.exec(fusion) ?? []
  const lue = colonnes.find(({ at }) => at !== undefined && letter(at) === lettres)
  if (!lue || Number(ligne) < 2) return
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
