import { MODES, type Mode } from '#features/paiements/modes.ts'
import { MOTS } from '#features/documents/server/papier.mots.ts'
import { formatCentiemes, formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { remplacer, type Langue } from '#shared/papiers.ts'
import { findInconnus } from '#shared/signes.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import { designationBien, precisionsBien, printTexte, type BienImprime } from '#server/documents/papier.ts'

const ISOLE = /^\u2068.*\u2069$/s
/** On paper read from right to left every value keeps its own direction: « 2026-AP-0001 » is not turned round by the words beside it. */
const isoler = (texte: string) => (texte === '' || ISOLE.test(texte) ? texte : `\u2068${texte}\u2069`)

/** A place to write by hand what the file does not say. */
export const POINTILLES = '\u2026'.repeat(12)

/** Letters of a line of prose that cannot be broken fill the paper. */
const LIGNE = 45

/** How values become print in one language. It remembers the signs that it could not print. */
export class Presse {
  readonly langue: Langue
  readonly mots: (typeof MOTS)[Langue]
  /** Signs that no font has, of all that was printed. */
  readonly inconnus = new Set<string>()

  constructor(langue: Langue) {
    this.langue = langue
    this.mots = MOTS[langue]
  }

  /** A value on its own direction, as it is in the other language. */
  valeur(texte: string): string {
    return this.langue === 'ar' ? isoler(texte) : texte
  }

  /** What somebody typed; '' stays ''. */
  texte(saisi: string | null | undefined, mot?: number): string {
    for (const signe of findInconnus(saisi ?? '')) this.inconnus.add(signe)
    return this.valeur(printTexte(saisi, mot))
  }

  /** « 1 250 000,00 DA ». */
  montant(centimes: Centimes): string {
    return this.langue === 'fr'
      ? formatMontant(centimes)
      : isoler(`${formatCentiemes(centimes)}\u00A0${this.mots.dinars}`)
  }

  /** « Montant (DA) », above amounts without their unit. */
  enDinars(titre: string): string {
    return `${titre} (${this.mots.dinars})`
  }

  /** « Deux millions de dinars algériens »: in French on every paper. */
  lettres(centimes: Centimes): string {
    const lettres = montantEnLettres(centimes)
    return this.valeur(lettres.charAt(0).toUpperCase() + lettres.slice(1))
  }

  jour(jour: Jour): string {
    return this.valeur(formatJourCourt(jour))
  }

  mode(mode: Mode | null): string {
    if (mode === null) return ''
    return this.langue === 'fr' ? MODES[mode] : this.mots.modes[mode]
  }

  /** « Appartement A-12 (F3) ». */
  designation(bien: BienImprime): string {
    this.texte([bien.numero, bien.sorte, bien.situation, bien.residence].join(' '))
    if (this.langue === 'fr') return designationBien(bien)
    const numero = bien.sorte === null ? bien.numero : `${bien.numero} (${bien.sorte})`
    return `${this.mots.genres[bien.type]} ${this.texte(numero)}`
  }

  /** Where it is and how large: its bloc and floor or its parking, its résidence, its surface. */
  precisions(bien: BienImprime): string[] {
    if (this.langue === 'fr') return precisionsBien(bien)
    const { situation, surface } = bien
    return [
      this.texte(situation),
      this.residence(bien),
      surface === null
        ? ''
        : `${this.mots.surface}: ${isoler(`${formatCentiemes(surface, 'utiles')} ${this.mots.metresCarres}`)}`,
    ].filter(Boolean)
  }

  /** « Résidence Les Jardins ». */
  residence(bien: BienImprime): string {
    if (bien.residence === null) return ''
    if (this.langue === 'ar') return `${this.mots.residence} ${this.texte(bien.residence)}`
    return precisionsBien({ ...bien, situation: null, surface: null }).join('')
  }

  /** « A, B et C ». */
  liste(noms: readonly string[]): string {
    const { et, virgule } = this.mots
    const [dernier = '', ...autres] = noms.toReversed()
    if (autres.length === 0) return dernier
    return this.langue === 'ar'
      ? [...autres.toReversed(), dernier].join(` ${et} `)
      : `${autres.toReversed().join(`${virgule} `)} ${et} ${dernier}`
  }

  /**
   * A text of the settings, its variables replaced: paragraphs, each in lines, and headings. It is only ever shown.
   * @param valeurs each printed already
   */
  prose(texte: string, valeurs: Readonly<Record<string, string | null>>): Bloc[] {
    const blocs: Bloc[] = []
    let lignes: string[] = []
    const finir = () => {
      if (lignes.length > 0) blocs.push({ genre: 'texte', lignes })
      lignes = []
    }
    for (const ligne of texte.split('\n')) {
      const titre = /^#\s+(?=\S)/.exec(ligne)
      const imprime = remplacer(this.texte(titre ? ligne.slice(titre[0].length) : ligne, LIGNE), valeurs)
      if (imprime === '' || titre) finir()
      if (titre) blocs.push({ genre: 'titre', texte: imprime })
      else if (imprime !== '') lignes.push(imprime)
    }
    finir()
    return blocs
  }
}

/** A name and the lines under it. */
export interface Fiche {
  titre: string
  nom: string
  lignes: string[]
}

/** What the template lays out, one under the other; every string is ready to be shown. */
export type Bloc =
  /** Two side by side. */
  | { genre: 'fiches'; fiches: Fiche[] }
  | { genre: 'titre'; texte: string }
  | { genre: 'texte'; lignes: string[] }
  /** A sentence that must not be missed. */
  | { genre: 'fort'; texte: string }
  /** `sous`: under the line, smaller; `fort`: the one that matters. */
  | { genre: 'faits'; lignes: { libelle: string; valeur: string; sous: string; fort: boolean }[] }
  | { genre: 'table'; colonnes: Colonne[]; lignes: string[][]; total: string[]; vide: string }
export interface Colonne {
  titre: string
  /** Amounts stand under each other. */
  montant: boolean
  /** Takes what the others leave. */
  large: boolean
}
