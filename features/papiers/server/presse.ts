import { MODES, type Mode } from '#features/paiements/modes.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { MOTS } from '#features/papiers/server/papier.mots.ts'
import { formatCentiemes, formatMontant, type Centimes } from '#shared/argent.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { remplacer, type Langue } from '#shared/papiers.ts'
import { findInconnus } from '#shared/signes.ts'
import { formatCompte } from '#shared/texte.ts'
import { enToutesLettres } from '#server/documents/lettres.ts'
import { refuse } from '#server/http/errors.ts'
import { designationBien, precisionsBien, printTexte, type BienImprime } from '#server/documents/papier.ts'

const ISOLE = /^\u2068.*\u2069$/s
/** Isolates the direction of a value on an Arabic paper, so that « 2026-AP-0001 » is not reversed by the words around it. */
const isoler = (texte: string) => (texte === '' || ISOLE.test(texte) ? texte : `\u2068${texte}\u2069`)

/** Dotted space for a missing value, to be filled in by hand. */
export const POINTILLES = '\u2026'.repeat(12)

/** Characters of a text with its variables replaced: about twenty-five pages. */
const TEXTE_IMPRIME_MAX = 100_000

/** Characters of an unbreakable word that fills the width of the paper. */
const LIGNE = 45

/** Formats values for print in one language and collects the signs that cannot be printed. */
export class Presse {
  readonly langue: Langue
  readonly mots: (typeof MOTS)[Langue]
  readonly inconnus = new Set<string>()

  constructor(langue: Langue) {
    this.langue = langue
    this.mots = MOTS[langue]
  }

  /** Isolates the direction of a value on an Arabic paper; no change in French. */
  valeur(texte: string): string {
    return this.langue === 'ar' ? isoler(texte) : texte
  }

  /** Cleans a typed text for print; null becomes ''. @param mot letters after which an endless word may break */
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

  /** « Montant (DA) », title of a column whose amounts have no unit. */
  enDinars(titre: string): string {
    return `${titre} (${this.mots.dinars})`
  }

  /** « Deux millions de dinars algériens », in French in both languages. */
  lettres(centimes: Centimes): string {
    return this.valeur(enToutesLettres(centimes))
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

  /** « de Karim », « d'Ilyès »; an Arabic name takes no preposition. */
  de(nom: string): string {
    if (this.langue === 'ar') return nom
    return /^[aàâeéèêëiîïoôuùûœ]/i.test(nom) ? `d'${nom}` : `de ${nom}`
  }

  a(nom: string): string {
    return `${this.mots.a} ${nom}`
  }

  /** « 1 jour », « 15 jours »; the Arabic noun has five forms. */
  jours(nombre: number): string {
    if (this.langue === 'fr') return formatCompte(nombre, 'jour')
    if (nombre === 1) return 'يوم واحد'
    if (nombre === 2) return 'يومين'
    const reste = nombre % 100
    const nom = reste >= 3 && reste <= 10 ? 'أيام' : reste >= 11 ? 'يوما' : 'يوم'
    return `${isoler(String(nombre))} ${nom}`
  }

  /** Lines that locate a bien: bloc and floor or parking, résidence, surface. */
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

  residence(bien: BienImprime): string {
    if (bien.residence === null) return ''
    if (this.langue === 'ar') return `${this.mots.residence} ${this.texte(bien.residence)}`
    return precisionsBien({ ...bien, situation: null, surface: null }).join('')
  }

  liste(noms: readonly string[]): string {
    const { et, virgule } = this.mots
    const [dernier = '', ...autres] = noms.toReversed()
    if (autres.length === 0) return dernier
    return this.langue === 'ar'
      ? [...autres.toReversed(), dernier].join(` ${et} `)
      : `${autres.toReversed().join(`${virgule} `)} ${et} ${dernier}`
  }

  /** Splits a text of the settings into headings and paragraphs, with the printed `valeurs` for its variables. @throws texteTropLong (422) */
  prose(texte: string, valeurs: Readonly<Record<string, string | null>>): Bloc[] {
    const blocs: Bloc[] = []
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

export interface Fiche {
  titre: string
  nom: string
  lignes: string[]
}

/** Block of the template. Every string is ready for print. `tenu` keeps it on the page of what follows. */
export type Bloc = { tenu?: true } & (
  | { genre: 'fiches'; fiches: Fiche[] }
  | { genre: 'titre'; texte: string }
  | { genre: 'texte'; lignes: string[] }
  | { genre: 'fort'; texte: string }
  /** `sous` is a smaller line below; `fort` is the main line. */
  | { genre: 'faits'; lignes: { libelle: string; valeur: string; sous: string; fort: boolean }[] }
  | { genre: 'table'; colonnes: Colonne[]; lignes: string[][]; total: string[]; vide: string }
  /** Box around one amount; `lettres` stands under it, if not ''. */
  | { genre: 'somme'; libelle: string; montant: string; unite: string; lettres: string }
  /** A field with its value, or with three lines to write on where `valeur` is ''. */
  | { genre: 'champ'; libelle: string; valeur: string }
)
export interface Colonne {
  titre: string
  montant: boolean
  large: boolean
}
