// @ts-check
/** Reads the lines of one sheet as they arrive. The forked process loads this file unbuilt. */
import { BRUT_MAX, cut, Texte } from './parties.mjs'
import { attribut } from './xml.mjs'
import { abime, tropGrand } from './zip.mjs'

/** @typedef {string | number | boolean | Date | null} Cellule */
/** @typedef {{ ligne: number, cellules: Cellule[], masquee?: true }} Ligne a line that a filter or a hand has hidden is `masquee` */

/** Stands for the result that a formula does not have: a program wrote it and did not reckon. `features/imports/cellules.ts` tells it. */
const SANS_RESULTAT = '#SANS_RESULTAT!'

const LIGNES_MAX = 1_048_576
const COLONNES_MAX = 16_384
const FUSIONS_MAX = 100
/** Lines that can hold titles of columns, and the merged ranges that are kept of them. */
const LIGNES_DE_TITRES = 10
const GROUPES_MAX = 500
/** Most cells (gaps included) and characters of a workbook; a shared text counts for each cell that uses it. */
const CELLULES_MAX = 6_000_000
const SIGNES_MAX = 100_000_000
const SIGNES_PAR_LIGNE = 4_000_000

const JOUR = 86_400_000
/** Day zero of Excel for dates after its wrong 29/02/1900. */
const DEBUT = Date.UTC(1899, 11, 30)
const ECART_1904 = 1462
/** 31/12/9999 */
const DERNIER = 2_958_465

/** Counts the cells and characters of all sheets; throws « tropGrand » beyond the limits. */
export class Budget {
  cellules = 0
  signes = 0
  /** @param {Ligne} ligne */
  compte({ cellules }) {
    const signes = cellules.reduce(
      (/** @type {number} */ somme, cellule) => somme + (typeof cellule === 'string' ? cellule.length : 0),
      0,
    )
    this.cellules += cellules.length
    this.signes += signes
    if (this.cellules > CELLULES_MAX || this.signes > SIGNES_MAX || signes > SIGNES_PAR_LIGNE)
      throw tropGrand()
  }
}

/** Collects the lines of a sheet that have a cell; the reader removes the lines it has taken. */
export class LecteurDeFeuille extends Texte {
  /** @type {Ligne[]} */
  lignes = []
  /** Merged ranges of several lines, « A2:A9 », of which only the first cell has a value. @type {string[]} */
  fusions = []
  /** Merged ranges that begin in the first ten lines, « B3:D3 ». @type {string[]} */
  groupes = []
  #dansDonnees = false
  #ligne = 0
  /** Column of the open cell; -1 between two cells. */
  #colonne = -1
  #derniere = -1
  /** @type {Cellule[] | null} */
  #cellules = null
  #sorte = ''
  #format = -1
  #valeur = ''
  #dansValeur = false
  #aValeur = false
  #formule = false
  #masquee = false
  #dansTexte = false
  #classeur
  #budget

  /** @param {Pick<import('./parties.mjs').Classeur, 'textes' | 'dates' | 'depuis1904' | 'aCalculer'>} classeur @param {Budget} budget */
  constructor(classeur, budget) {
    super()
    this.#classeur = classeur
    this.#budget = budget
  }

  /** @override @param {string} nom @param {string} [brut] */
  ouvre(nom, brut = '') {
    if (nom === 'c') this.#ouvreCellule(brut)
    else if (nom === 'v') this.ecoute = this.#dansValeur = this.#aValeur = this.#colonne >= 0
    else if (nom === 'f') this.#formule = this.#colonne >= 0
    else if (nom === 'row') this.#ouvreLigne(brut)
    else if (nom === 'is') this.#dansTexte = this.#colonne >= 0
    else if (nom === 'sheetData') this.#dansDonnees = true
    else if (nom === 'mergeCell') this.#fusion(attribut(brut, 'ref') ?? '')
    else if (this.#dansTexte) super.ouvre(nom)
  }

  /** @override @param {string} nom */
  ferme(nom) {
    if (nom === 'c') this.#fermeCellule()
    else if (nom === 'v') this.ecoute = this.#dansValeur = false
    else if (nom === 'row') this.#fermeLigne()
    else if (nom === 'is') this.#dansTexte = false
    else if (nom === 'sheetData') this.#dansDonnees = false
    else if (this.#dansTexte) super.ferme(nom)
  }

  /** @override @param {string} texte */
  texte(texte) {
    if (!this.#dansValeur) super.texte(texte)
    else if (this.#valeur.length <= BRUT_MAX) this.#valeur += texte
  }

  /** @param {string} plage */
  #fusion(plage) {
    const [, de, a] = /^[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(plage) ?? []
    if (Number(a) > Number(de) && this.fusions.length < FUSIONS_MAX) this.fusions.push(plage)
    if (Number(de) <= LIGNES_DE_TITRES && this.groupes.length < GROUPES_MAX) this.groupes.push(plage)
  }

  /** @param {string} brut */
  #ouvreLigne(brut) {
    if (!this.#dansDonnees || this.#cellules) throw abime()
    const numero = attribut(brut, 'r')
    const ligne = numero === undefined ? this.#ligne + 1 : Number(numero)
    if (!Number.isInteger(ligne) || ligne <= this.#ligne || ligne > LIGNES_MAX) throw abime()
    this.#ligne = ligne
    this.#masquee = /^(?:1|true)$/.test(attribut(brut, 'hidden') ?? '')
    this.#cellules = []
    this.#colonne = -1
    this.#derniere = -1
  }

  #fermeLigne() {
    const cellules = this.#cellules ?? []
    this.#cellules = null
    if (cellules.length === 0) return
    /** @type {Ligne} */
    const ligne = {
      ligne: this.#ligne,
      cellules,
      ...(this.#masquee && { masquee: /** @type {const} */ (true) }),
    }
    this.#budget.compte(ligne)
    this.lignes.push(ligne)
  }

  /** @param {string} brut */
  #ouvreCellule(brut) {
    if (!this.#cellules || this.#colonne >= 0) throw abime()
    const adresse = attribut(brut, 'r')
    this.#colonne = adresse === undefined ? this.#derniere + 1 : colonneDe(adresse)
    if (this.#colonne <= this.#derniere || this.#colonne >= COLONNES_MAX) throw abime()
    this.#derniere = this.#colonne
    this.#sorte = attribut(brut, 't') ?? 'n'
    this.#format = Number(attribut(brut, 's') ?? -1)
    this.#valeur = ''
    this.#formule = this.#aValeur = false
    this.lu = ''
  }

  #fermeCellule() {
    const cellules = this.#cellules
    if (!cellules || this.#colonne < 0) throw abime()
    const cellule = this.#lire()
    // Gaps are filled only before a value, so a line has no nulls at its end.
    if (cellule !== null) {
      while (cellules.length < this.#colonne) cellules.push(null)
      cellules.push(cellule)
    }
    this.#colonne = -1
  }

  /** @returns {Cellule} */
  #lire() {
    const valeur = this.#valeur
    // A text that a formula made may be empty.
    if (this.#formule && valeur.trim() === '' && !(this.#sorte === 'str' && this.#aValeur))
      return SANS_RESULTAT
    // XlsxWriter, and so pandas, writes 0 for what it has not reckoned.
    if (this.#formule && this.#classeur.aCalculer && valeur.trim() === '0') return SANS_RESULTAT
    switch (this.#sorte) {
      case 's':
        return valeur.trim() === '' ? null : texte(this.#partage(Number(valeur)))
      case 'inlineStr':
        return texte(this.rendre())
      case 'str':
      case 'e':
        return texte(cut(valeur))
      case 'b':
        return valeur.trim() === '' ? null : /^\s*(?:1|true)\s*$/i.test(valeur)
      case 'd':
        return dateIso(valeur)
      default:
        return this.#nombre(valeur)
    }
  }

  /** @param {number} rang */
  #partage(rang) {
    const lu = this.#classeur.textes[rang]
    if (lu === undefined) throw abime()
    return lu
  }

  /** @param {string} valeur */
  #nombre(valeur) {
    if (valeur.trim() === '') return null
    const lu = Number(valeur)
    if (!Number.isFinite(lu)) return cut(valeur)
    return this.#classeur.dates[this.#format] ? dateDe(lu, this.#classeur.depuis1904) : lu
  }
}

/** @param {string} lu */
const texte = (lu) => (lu.trim() === '' ? null : lu)

/** Index of a column from a cell address, the first one 0. @param {string} adresse */
function colonneDe(adresse) {
  let colonne = 0
  for (let at = 0; at < adresse.length; at++) {
    const lettre = adresse.charCodeAt(at) & ~32
    if (lettre < 65 || lettre > 90) return at > 0 && at < 4 ? colonne - 1 : COLONNES_MAX
    colonne = colonne * 26 + lettre - 64
  }
  return COLONNES_MAX
}

/** Date of an Excel day number, rounded up within half a millisecond; another number stays. @param {number} lu @param {boolean} depuis1904 */
function dateDe(lu, depuis1904) {
  const jour = Math.floor(lu + 0.000_000_005) + (depuis1904 ? ECART_1904 : 0)
  if (jour < 0 || jour > DERNIER || jour === 60) return lu
  return new Date(DEBUT + (jour < 60 ? jour + 1 : jour) * JOUR)
}

/**
 * Day of a date as ISO 8601. An instant in UTC is the day that Algiers has then: SheetJS writes midnight there as 23:00Z of the day before.
 * @param {string} valeur
 */
function dateIso(valeur) {
  const [, jour, heure = '', utc] =
    /^\s*(\d{4}-\d{2}-\d{2})(?:T([\d:.]+)(?:(Z)|[+-]\d{2}:\d{2})?)?\s*$/.exec(valeur) ?? []
  const date = new Date(jour === undefined ? Number.NaN : `${jour}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== jour) return texte(cut(valeur))
  return utc && heure >= '23' ? new Date(date.getTime() + JOUR) : date
}
