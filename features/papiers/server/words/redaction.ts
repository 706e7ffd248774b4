import { MODES, type Mode } from '#features/paiements/modes.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { MOTS } from '#features/papiers/server/words/mots.ts'
import { PHRASES } from '#features/papiers/server/words/phrases.ts'
import { chiffresArabes, residenceArabe } from '#shared/arabe.ts'
import { formatCentiemes, formatMontant, formatPourcent, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { remplacer, type Langue } from '#shared/papiers.ts'
import { montantEnLettresArabes } from '#shared/lettres-arabes.ts'
import { findInconnus } from '#shared/signes.ts'
import { enToutesLettres, montantEnLettres } from '#server/documents/lettres.ts'
import { refuse } from '#server/http/errors.ts'
import { designationBien, printResidence, printTexte, type BienImprime } from '#server/documents/papier.ts'

const ISOLE = /^\u2068.*\u2069$/s
/** Isolates the direction of a value on an Arabic paper, so that « 2026-AP-0001 » is not reversed by the words around it. */
const isolate = (texte: string) => (texte === '' || ISOLE.test(texte) ? texte : `\u2068${texte}\u2069`)

/** Dotted space for a missing value, to be filled in by hand. */
export const POINTILLES = '\u2026'.repeat(12)

/** Characters of a text with its variables replaced: about twenty-five pages. */
const TEXTE_IMPRIME_MAX = 100_000

/** Characters of an unbreakable word that fills the width of the paper. */
const LIGNE = 45

/** Formats values for print in one language and collects the signs that cannot be printed. */
export class Redaction {
  readonly langue: Langue
  readonly mots: (typeof MOTS)[Langue]
  readonly phrases: (typeof PHRASES)[Langue]
  readonly inconnus = new Set<string>()

  constructor(langue: Langue) {
    this.langue = langue
    this.mots = MOTS[langue]
    this.phrases = PHRASES[langue]
  }

  /** Isolates the direction of a value on an Arabic paper; no change in French. */
  valeur(texte: string): string {
    return this.langue === 'ar' ? isolate(texte) : texte
  }

  /** A value of digits, « 041 33 21 45 », which stays in its order inside Arabic, also when it is copied; no change in French. */
  chiffres(texte: string): string {
    return this.langue === 'ar' ? chiffresArabes(texte) : texte
  }

  /** Cleans a typed text for print; null becomes ''. @param mot letters after which an endless word may break */
  texte(saisi: string | null | undefined, mot?: number): string {
    this.collectUnknown(saisi)
    return this.valeur(printTexte(saisi, mot))
  }

  /** A typed value of digits: a phone, an account. */
  numero(saisi: string | null | undefined): string {
    this.collectUnknown(saisi)
    const propre = printTexte(saisi)
    return /[^\d\s()+./-]/.test(propre) ? this.valeur(propre) : this.chiffres(propre)
  }

  private collectUnknown(saisi: string | null | undefined): void {
    for (const signe of findInconnus(saisi ?? '')) this.inconnus.add(signe)
  }

  /** The Arabic text of a pair on an Arabic paper, else the French one, as it was typed. */
  pick(fr: string | null | undefined, ar: string | null | undefined): string {
    return (this.langue === 'ar' ? ar : null) ?? fr ?? ''
  }

  /** « 1 250 000,00 DA ». */
  montant(centimes: Centimes): string {
    return this.langue === 'fr'
      ? formatMontant(centimes)
      : `${chiffresArabes(formatCentiemes(centimes))}\u00A0${this.mots.dinars}`
  }

  /** « Montant (DA) », title of a column whose amounts have no unit. */
  enDinars(titre: string): string {
    return `${titre} (${this.mots.dinars})`
  }

  /** « deux millions de dinars algériens », to stand in a bracket or behind a colon. */
  mot(centimes: Centimes): string {
    return this.langue === 'fr' ? montantEnLettres(centimes) : montantEnLettresArabes(centimes)
  }

  /** {@link mot} as it begins a line: « Deux millions de dinars algériens ». */
  lettres(centimes: Centimes): string {
    return this.langue === 'fr' ? enToutesLettres(centimes) : montantEnLettresArabes(centimes)
  }

  jour(jour: Jour): string {
    return this.chiffres(formatJourCourt(jour))
  }

  /** « 3 février 2026 »; a day of an Arabic paper stays in figures. */
  jourLong(jour: Jour): string {
    return this.langue === 'fr' ? formatJourLong(jour) : this.jour(jour)
  }

  /** « 20,00 % », always with two decimals. @param pourcent 0 to 100 */
  pourcent(pourcent: number): string {
    return this.chiffres(formatPourcent(pourcent, 'toujours'))
  }

  mode(mode: Mode | null): string {
    if (mode === null) return ''
    return this.langue === 'fr' ? MODES[mode] : this.mots.modes[mode]
  }

  /** « Appartement A-12 (F3) ». */
  designation(bien: BienImprime): string {
    this.collectUnknown([bien.numero, bien.sorte, bien.situation, bien.residence].join(' '))
    if (this.langue === 'fr') return designationBien(bien)
    const numero = bien.sorte === null ? bien.numero : `${bien.numero} (${bien.sorte})`
    return `${this.mots.genres[bien.type]} ${this.texte(numero)}`
  }

  /** The three forms of a bien with its résidence: « de l'appartement A-12 (F3), Résidence Les Jardins ». */
  formesDuBien(bien: BienImprime): Record<'le_bien' | 'du_bien' | 'au_bien', string> {
    const sorte =
      bien.sorte === null ? '' : ` (${this.langue === 'fr' ? printTexte(bien.sorte) : bien.sorte})`
    const numero =
      this.langue === 'fr' ? `${printTexte(bien.numero)}${sorte}` : this.texte(`${bien.numero}${sorte}`)
    const dit = (forme: string) =>
      [`${forme} ${numero}`, this.residence(bien)].filter(Boolean).join(`${this.mots.virgule} `)
    const { le, du, au } = this.mots.formes[bien.type]
    return { le_bien: dit(le), du_bien: dit(du), au_bien: dit(au) }
  }

  /** Lines that locate a bien: bloc and floor or parking, résidence, surface. */
  precisions(bien: BienImprime): string[] {
    const surface = this.surface(bien)
    return [
      this.texte(bien.situation),
      this.residence(bien),
      surface && `${this.mots.surface} ${surface}`,
    ].filter(Boolean)
  }

  /** « 78,5 m² habitables · 85 m² utiles » of an appartement, without their sum (entree.md D.10), « 92,7 m² » of another bien; '' without. */
  surface({
    surface,
    surfaceHabitable,
    surfaceUtile,
  }: Pick<BienImprime, 'surface' | 'surfaceHabitable' | 'surfaceUtile'>): string {
    const { habitable, utile } = this.mots.surfaces
    if (surfaceHabitable === null || surfaceUtile === null) {
      return surface === null ? '' : this.metresCarres(surface)
    }
    const utiles = `${this.metresCarres(surfaceUtile)} ${utile}`
    const habitables = `${this.metresCarres(surfaceHabitable)} ${habitable}`
    if (surfaceUtile === 0) return habitables
    return surfaceHabitable === 0 ? utiles : `${habitables} · ${utiles}`
  }

  /** @param surface in hundredths of m² */
  private metresCarres(surface: number): string {
    return `${this.chiffres(formatCentiemes(surface, 'utiles'))}\u00A0${this.mots.metresCarres}`
  }

  /** « Résidence Les Jardins », « إقامة الياسمين »; '' for a bien without résidence. */
  residence(bien: Pick<BienImprime, 'residence'>): string {
    const { residence } = bien
    if (residence === null) return ''
    if (this.langue === 'ar') return residenceArabe(residence, (nom) => this.texte(nom))
    return printResidence(residence)
  }

  /** Splits a text of the settings into headings and paragraphs, with the printed `valeurs` for its variables. @throws texteTropLong (422) */
  prose(texte: string, valeurs: Readonly<Record<string, string | null>>): Element[] {
    const blocs: Element[] = []
    let lignes: string[] = []
    let signes = 0
    const finish = () => {
      if (lignes.length > 0) blocs.push({ genre: 'texte', lignes })
      lignes = []
    }
    for (const ligne of texte.split('\n')) {
      const titre = /^#\s+(?=\S)/.exec(ligne)
      const imprime = remplacer(this.texte(titre ? ligne.slice(titre[0].length) : ligne, LIGNE), valeurs)
      signes += imprime.length
      if (signes > TEXTE_IMPRIME_MAX) throw refuse(papiersErreurs.texteTropLong)
      if (imprime === '' || titre) finish()
      if (titre) blocs.push({ genre: 'titre', texte: imprime })
      else if (imprime !== '') lignes.push(imprime)
    }
    finish()
    return blocs
  }
}

export interface Encadre {
  titre: string
  nom: string
  lignes: string[]
}

/** Block of the template. Every string is ready for print. `tenu` keeps it on the page of what follows. */
export type Element = { tenu?: true } & (
  | { genre: 'fiches'; fiches: Encadre[] }
  /** `valeur` stands at the end of its line. */
  | { genre: 'titre'; texte: string; valeur?: string }
  | { genre: 'texte'; lignes: string[]; discret?: true }
  | { genre: 'fort'; texte: string }
  /** « Arrêté … à la somme de : » and the words of the sum. */
  | { genre: 'arrete'; texte: string; lettres: string }
  /** Reason that makes the paper void, in a red box. */
  | { genre: 'alerte'; texte: string }
  /** `sous` is a smaller line below; `fort` is the main line. */
  | { genre: 'faits'; lignes: { libelle: string; valeur: string; sous: string; fort: boolean }[] }
  /** Labels, in a column of so many millimetres (34), and what they say. */
  | { genre: 'details'; lignes: Paire[]; mm?: number }
  /** A box of labels and values, and one of them at its end. */
  | { genre: 'cadre'; lignes: Paire[]; cote: Paire }
  | Table
  /** Box around one amount, struck through with `barre`; `lettres` stands under it, if not ''. */
  | { genre: 'somme'; libelle: string; montant: string; unite: string; lettres: string; barre?: true }
  /** Bank, agency or '', number of each account, beside each other. */
  | { genre: 'comptes'; comptes: [banque: string, agence: string, numero: string][] }
  /** A field with its value, or with three lines to write on where `valeur` is ''. */
  | { genre: 'champ'; libelle: string; valeur: string }
  /** Title of a part of a ledger with the line below it. `apart`: room above it; `souligne`: its rows are paragraphs. */
  | { genre: 'section'; niveau: 2 | 3; texte: string; sous: string; apart?: true; souligne?: true }
  /** Sums of several ledgers under a title; none leaves the title and the sentence below. */
  | { genre: 'bilan'; titre: string; libelle: string; sommes: Paire[]; note: string; apart?: true }
)
export type Paire = [libelle: string, valeur: string]

export interface Table {
  genre: 'table'
  colonnes: Colonne[]
  /** A first line over all columns but the last, and its figure. */
  debut?: Paire
  /** A cell is a text, one with smaller lines under it, or a share (0 to 100) behind its bar. */
  lignes: (string | { texte: string; sous: string[] } | Progression)[][]
  /** Words take the room of the empty columns behind them; none without a total. A sum may stand under its `nom`. */
  total: (string | { nom: string; texte: string } | Progression)[]
  /** A second line of the total. */
  suite?: string[]
  vide: string
  /** Above the titles: what the table is of, and what stands at the end of that line. */
  nom?: Paire
  /** A double rule ends a ledger. */
  double?: true
  /** A sentence under the total. */
  note?: string
  /** Blocks that no page parts from the last rows and their total. */
  fin?: Element[]
  /** Size of its letters in points, where it is not that of the paper. */
  corps?: number
  /** Its rows are paragraphs: a cell of a table costs 14 KB, and the paper has thousands. All its columns have their `mm`. */
  longue?: true
}
export interface Progression {
  texte: string
  part: number
}
export interface Colonne {
  /** A line feed makes it two lines. */
  titre: string
  montant: boolean
  large: boolean
  /** Width, where no text of it decides. */
  mm?: number
}
