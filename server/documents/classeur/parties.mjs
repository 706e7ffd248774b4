// @ts-check
/** Reads what precedes the sheets of a workbook: their places, formats of dates, shared texts. Forked processes load this unbuilt. */
import { attribut, readXml } from './xml.mjs'
import { abime, openPartie, TAILLE_MAX, TEXTES_MAX, tropGrand } from './zip.mjs'

/** @typedef {import('./zip.mjs').Partie} Partie */
/** @typedef {{ nom: string, partie: Partie }} Feuille */

/** Most characters of a cell in Excel. */
const CELLULE_MAX = 32_767
/** Most characters of a cell as written, where each sign may be an escape like _x000D_. */
export const BRUT_MAX = 8 * CELLULE_MAX

/** Most formats, links or sheets; Excel knows 65,490 formats. */
const LISTE_MAX = 70_000

/**
 * @typedef {object} Classeur
 * @property {Feuille[]} feuilles in the order of the tabs
 * @property {boolean} depuis1904
 * @property {boolean} aCalculer whether Excel is asked to reckon every formula when it opens the workbook
 * @property {readonly boolean[]} dates whether each cell format shows a date
 * @property {readonly string[]} textes the shared texts
 */

/**
 * @param {readonly Partie[]} parties
 * @returns {Promise<Classeur>}
 */
export async function openClasseur(parties) {
  const parNom = new Map(parties.map((partie) => [partie.nom.toLowerCase(), partie]))
  /** @param {string} nom */
  const find = (nom) => parNom.get(nom.toLowerCase())
  /** @param {string} nom @param {import('./xml.mjs').Visiteur} visiteur @param {number} [max] */
  const read = async (nom, visiteur, max = TAILLE_MAX) => {
    const partie = find(nom)
    if (!partie) throw abime()
    await readXml(openPartie(partie, max), visiteur)
  }
  /** @param {string} nom */
  const liens = async (nom) => {
    const visiteur = new Liens(dossierDe(nom))
    const rels = `${dossierDe(nom)}_rels/${nom.slice(dossierDe(nom).length)}.rels`
    if (find(rels)) await read(rels, visiteur)
    return visiteur.liens
  }

  const principal = (await liens('')).find(({ sorte }) => sorte === 'officeDocument')?.cible
  if (principal === undefined) throw abime()
  const cahier = new Cahier()
  await read(principal, cahier)
  const siens = await liens(principal)
  const feuilles = cahier.feuilles.flatMap(({ nom, lien }) => {
    const vers = siens.find(({ id }) => id === lien)
    // A sheet of a chart alone has no cells.
    if (vers && vers.sorte !== 'worksheet') return []
    const partie = vers && find(vers.cible)
    if (!partie) throw abime()
    return [{ nom, partie }]
  })
  requireUniques(feuilles.map(({ nom }) => nom))
  requireUniques(feuilles.map(({ partie }) => partie.nom))
  /** @param {string} cherche */
  const cible = (cherche) => siens.find(({ sorte }) => sorte === cherche)?.cible
  const [styles, textes] = [new Styles(), new Textes()]
  const [ouStyles, ouTextes] = [cible('styles'), cible('sharedStrings')]
  if (ouStyles !== undefined) await read(ouStyles, styles)
  if (ouTextes !== undefined) await read(ouTextes, textes, TEXTES_MAX)
  return {
    feuilles,
    depuis1904: cahier.depuis1904,
    aCalculer: cahier.aCalculer,
    dates: styles.dates(),
    textes: textes.lus,
  }
}

/** Refuses two sheets of one name or one part, which would be taken for each other. @param {string[]} noms */
function requireUniques(noms) {
  if (new Set(noms.map((nom) => nom.toLowerCase())).size < noms.length) throw abime()
}

/** Folder of a part with its final slash; '' for the root. @param {string} nom */
const dossierDe = (nom) => nom.slice(0, nom.lastIndexOf('/') + 1)

/** @param {string} dossier @param {string} cible */
function resoudre(dossier, cible) {
  /** @type {string[]} */
  const pas = []
  for (const un of (cible.startsWith('/') ? cible : dossier + cible).split('/'))
    if (un === '..') pas.pop()
    else if (un !== '' && un !== '.') pas.push(un)
  return pas.join('/')
}

class Liens {
  ecoute = false
  /** @type {{ id: string, sorte: string, cible: string }[]} */
  liens = []
  /** @param {string} dossier */
  constructor(dossier) {
    this.dossier = dossier
  }
  /** @param {string} nom @param {string} brut */
  ouvre(nom, brut) {
    if (nom !== 'Relationship' || attribut(brut, 'TargetMode') === 'External') return
    if (this.liens.length > LISTE_MAX) throw tropGrand()
    const sorte = attribut(brut, 'Type') ?? ''
    this.liens.push({
      id: attribut(brut, 'Id') ?? '',
      // The strict variant of the format differs only before the last slash.
      sorte: sorte.slice(sorte.lastIndexOf('/') + 1),
      cible: resoudre(this.dossier, attribut(brut, 'Target') ?? ''),
    })
  }
  ferme() {}
  texte() {}
}

class Cahier {
  ecoute = false
  depuis1904 = false
  aCalculer = false
  /** @type {{ nom: string, lien: string }[]} */
  feuilles = []
  /** @param {string} nom @param {string} brut */
  ouvre(nom, brut) {
    if (nom === 'workbookPr') this.depuis1904 = vrai(attribut(brut, 'date1904'))
    if (nom === 'calcPr') this.aCalculer = vrai(attribut(brut, 'fullCalcOnLoad'))
    if (this.feuilles.length > LISTE_MAX) throw tropGrand()
    if (nom === 'sheet')
      this.feuilles.push({ nom: attribut(brut, 'name') ?? '', lien: attribut(brut, 'id') ?? '' })
  }
  ferme() {}
  texte() {}
}

/** @param {string | undefined} valeur */
const vrai = (valeur) => valeur === '1' || valeur === 'true' || valeur === 'on'

/** Numbers of Excel's built-in formats of dates and times. */
const CONNUES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
]

/** Tells whether a format shows a date or time, text in quotes or brackets aside: `#,##0.00 [$DA-fr-DZ]` is none. @param {string} format */
function isDateFormat(format) {
  const [premier = ''] = format.replace(/"[^"]*"?|\\.|[_*]./g, '').split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(premier)) return true
  const lettres = premier.replace(/\[[^\]]*\]/g, '')
  return !/[#?]|general/i.test(lettres) && /[dmyhs]/i.test(lettres)
}

class Styles {
  ecoute = false
  /** @type {Map<number, boolean>} */
  formats = new Map()
  /** @type {number[]} */
  cellules = []
  dedans = false
  /** @param {string} nom @param {string} brut */
  ouvre(nom, brut) {
    if (nom === 'cellXfs') this.dedans = true
    if (nom === 'numFmt')
      this.formats.set(Number(attribut(brut, 'numFmtId')), isDateFormat(attribut(brut, 'formatCode') ?? ''))
    if (this.formats.size > LISTE_MAX || this.cellules.length > LISTE_MAX) throw tropGrand()
    if (nom === 'xf' && this.dedans) this.cellules.push(Number(attribut(brut, 'numFmtId') ?? 0))
  }
  /** @param {string} nom */
  ferme(nom) {
    if (nom === 'cellXfs') this.dedans = false
  }
  texte() {}

  dates() {
    return this.cellules.map(
      (id) => this.formats.get(id) ?? CONNUES.some(([de = 0, a = 0]) => id >= de && id <= a),
    )
  }
}

/** Text of one cell: its runs joined, without the phonetic aids of Asian texts. */
export class Texte {
  ecoute = false
  lu = ''
  #aide = false
  /** @param {string} nom */
  ouvre(nom) {
    if (nom === 'rPh') this.#aide = true
    if (nom === 't') this.ecoute = !this.#aide
  }
  /** @param {string} nom */
  ferme(nom) {
    if (nom === 'rPh') this.#aide = false
    if (nom === 't') this.ecoute = false
  }
  /** @param {string} texte */
  texte(texte) {
    if (this.lu.length <= BRUT_MAX) this.lu += texte
  }
  rendre() {
    const lu = cut(this.lu)
    this.lu = ''
    return lu
  }
}

/** Decodes `_x000D_`, a sign that XML cannot hold, and `_x005F_`, an escaped underscore. @param {string} brut */
export function cut(brut) {
  const lu = brut.includes('_x')
    ? brut.replace(/_x([0-9a-f]{4})_/gi, (_tout, hexa) => String.fromCharCode(Number.parseInt(hexa, 16)))
    : brut
  return lu.length > CELLULE_MAX ? lu.slice(0, CELLULE_MAX) : lu
}

class Textes extends Texte {
  /** @type {string[]} */
  lus = []
  /** @override @param {string} nom */
  ferme(nom) {
    super.ferme(nom)
    if (nom === 'si') this.lus.push(this.rendre())
  }
}
