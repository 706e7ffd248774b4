import type { EtatDePapier } from '#features/papiers/papiers.rules.ts'
import { Redaction, type Element, type Colonne } from '#features/papiers/server/words/redaction.ts'
import {
  readOriginal,
  withTirage,
  type Tire,
  type Tires,
} from '#features/papiers/server/press/impressions.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import {
  auteurOf,
  createVuePapier,
  duplicataOf,
  printTexte,
  type LogoImprime,
  type PromoteurImprime,
  type VuePapier,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { vueVerification, type VueVerification } from '#server/documents/verification.ts'
import { refuse } from '#server/http/errors.ts'
import type { FileContext } from '#server/http/route.ts'
import { formatJourCourt, jourOf, type Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { numeroPapier } from '#shared/numero.ts'
import type { Langue } from '#shared/papiers.ts'

/** All printed strings of a paper. A numbered paper is stored so; its number and its code have their own columns. */
export interface ModelePapier {
  papier: VuePapier
  blocs: Element[]
  /** « Fait à Oran, le 21/11/2026 »; '' where the paper names no place. Stored papers bear the field under this name. */
  fait: string
  signatures: { titre: string; nom: string }[]
  /** Public address, at the day of issue, where the code can be checked. */
  adresse: string | null
}

/** Fields that differ between the prints of one numbered paper. */
export interface Tirage {
  /** `numero` and `code` are null on a preview. */
  numero: string | null
  code: string | null
  etat: EtatDePapier
  /** Day and reason of a cancelled paper. */
  annulation?: { le: Jour; motif: string | null } | null
  /** Day of the first print, of which this one is a duplicate. */
  original?: Jour | null
}

/** Papers of one file that have neither number nor code, and are not kept. */
export interface PapiersSansNumero {
  /** « relance_2026-D-0012.pdf ». */
  fichier: string
  /** Title in the file's metadata. */
  intitule: string
  modeles: ModelePapier[]
  logo: LogoImprime | null
}

/** Strings of one paper as `papier.typ` lays them out. */
export interface Vue extends ModelePapier {
  verification: (VueVerification & { libelle: string }) | null
  filigrane: string
  annulation: string
  /** In smaller print, closer together: a paper of one page that has much to say. */
  serre?: boolean
  /** A ledger: size of its letters in points, millimetres above and below a row, on a page that lies where its rows are wide. */
  registre?: { corps: number; air: number; paysage?: true }
  /** Columns that have their titles at the head of each page, of a paper whose rows are paragraphs. */
  titres?: Colonne[]
}

/** « Annulé le 21/11/2026 : nom mal écrit », above the foot of every page. */
function phraseDAnnulation(langue: Langue, { le, motif }: NonNullable<Tirage['annulation']>): string {
  const jour = formatJourCourt(le)
  return langue === 'ar'
    ? `ألغي في \u2066${jour}\u2069: \u2068${printTexte(motif)}\u2069`
    : `Annulé le ${jour}\u00A0: ${printTexte(motif)}`
}

/** A numbered paper as `papier.typ` lays it out. */
export function vueNumerotee(modele: ModelePapier, tirage: Tirage): Vue {
  const { numero, code, etat, annulation, original } = tirage
  const { papier, adresse } = modele
  const redaction = new Redaction(papier.langue)
  const { mots } = redaction
  const reference = numero === null ? '' : `${mots.numero}\u00A0${redaction.valeur(numero)}`
  return {
    ...modele,
    papier: {
      ...papier,
      reference,
      intitule: `${papier.titre} ${numero === null ? mots.projet : `N°\u00A0${numero}`}`,
      ...(original && { duplicata: duplicataOf(papier.langue, original) }),
    },
    verification:
      code === null
        ? null
        : {
            ...vueVerification(code, adresse),
            libelle: `${mots.code}${papier.langue === 'fr' ? '\u00A0:' : ':'}`,
          },
    filigrane: numero === null ? mots.projet : etat === 'annulé' ? mots.annule : '',
    annulation: annulation ? phraseDAnnulation(papier.langue, annulation) : '',
  }
}

/** Papers of one file, as `papier.typ` reads them. @param intitule its title */
export const fichierDe = (papiers: Vue[], intitule = papiers[0]?.papier.intitule ?? '') => ({
  intitule,
  auteur: auteurOf(papiers[0]?.papier.promoteur ?? null),
  papiers,
})

/** Renders papers as one file. @param intitule its title @throws the errors of renderPdf */
export const renderPapiers = (intitule: string, papiers: Vue[], options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/papiers/server/press/papier.typ', fichierDe(papiers, intitule), options)

/** Renders one paper. @throws the errors of renderPdf */
export const pdfDe = (vue: Vue, options?: PdfOptions): Promise<Buffer> =>
  renderPapiers(vue.papier.intitule, [vue], options)

/** Head of a paper that is neither numbered in a series nor kept. */
interface Tete {
  promoteur: PromoteurImprime | null
  titre: string
  /** Line under the title. */
  reference: string
  etabliLe: Jour
  langue?: Langue
}

/** A paper of these blocks, without code; the boxes to sign bear these words. */
export const feuilleSimple = (
  { promoteur, titre, reference, etabliLe, langue }: Tete,
  blocs: Element[],
  signatures: readonly string[] = [],
): Vue => ({
  papier: createVuePapier(promoteur, titre, reference, etabliLe, langue),
  blocs,
  fait: '',
  signatures: signatures.map((mot) => ({ titre: mot, nom: '' })),
  adresse: null,
  verification: null,
  filigrane: '',
  annulation: '',
})

/** Renders a numbered paper. @throws the errors of renderPdf; with `exact` also signesInconnus (422) */
export function papierPdf(modele: ModelePapier, tirage: Tirage, options?: PdfOptions): Promise<Buffer> {
  const vue = vueNumerotee(modele, tirage)
  return pdfDe(vue, options)
}

/** An issued paper as it is printed again. `identite`: it prints a buyer's identity. */
interface PapierTire {
  modele: ModelePapier
  tirage: Tirage
  identite: boolean
}

/**
 * Reads issued papers for a reprint, in this order, with the logo of today. @param premiers those whose first print it is
 * @throws introuvable (404)
 */
export async function readTirages(
  db: Db,
  { ids, tirage }: Pick<Tires, 'ids' | 'tirage'>,
  premiers: ReadonlySet<number>,
): Promise<{ papiers: PapierTire[]; logo: LogoImprime | null }> {
  const rows = await db
    .selectFrom('documents')
    .select([
      'id',
      'serie',
      'annee',
      'numero',
      'code',
      'annule_le',
      'motif',
      'modele',
      'identite',
      'imprime_le',
    ])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const marked = tirage !== undefined && (await readParametres(db, 'documents')).duplicata
  const papiers = ids.map((id): PapierTire => {
    const row = byId.get(id)
    if (!row) throw refuse(communesErreurs.introuvable)
    const { serie, annee, numero, code, annule_le, motif, modele, identite, imprime_le } = row
    return {
      identite,
      modele: modele as unknown as ModelePapier,
      tirage: {
        numero: numeroPapier(annee, serie, numero),
        code,
        etat: annule_le === null ? 'valide' : 'annulé',
        annulation: annule_le && { le: jourOf(annule_le), motif },
        original: marked && !premiers.has(id) && imprime_le ? jourOf(imprime_le) : null,
      },
    }
  })
  return { papiers, logo: (await promoteurPourDocuments(db))?.logo ?? null }
}

/** {@link readTirages} of one paper. @param premier whether this is its first print @throws introuvable (404) */
export async function readTirage(
  db: Db,
  { id, tirage }: Tire,
  premier: boolean,
): Promise<PapierTire & { logo: LogoImprime | null }> {
  const { papiers, logo } = await readTirages(db, { ids: [id], tirage }, new Set(premier ? [id] : []))
  const [papier] = papiers
  if (!papier) throw refuse(communesErreurs.introuvable)
  return { ...papier, logo }
}

/** A paper without a number as `papier.typ` lays it out. @param original day of the first print, of which this one is a duplicate */
export const vueSansNumero = (modele: ModelePapier, original: Jour | null = null): Vue => ({
  ...modele,
  papier: {
    ...modele.papier,
    ...(original && { duplicata: duplicataOf(modele.papier.langue, original) }),
  },
  verification: null,
  filigrane: '',
  annulation: '',
})

/**
 * Answers papers without a number, composed at one instant, as one file. `tire`: the record whose prints are counted.
 * @throws the errors of renderPdf
 */
export async function sendPapiers(
  context: FileContext,
  compose: (db: Db) => Promise<PapiersSansNumero>,
  tire?: Tire,
): Promise<{ content: Buffer; disposition: string }> {
  const send = async (premier: boolean) => {
    const { read, signal, files } = context
    const { fichier, intitule, modeles, logo, original } = await read(async (db) => ({
      ...(await compose(db)),
      original: tire ? await readOriginal(db, tire, premier) : null,
    }))
    const vues = modeles.map((modele) => vueSansNumero(modele, original))
    const content = await renderPapiers(intitule, vues, { signal, files, logo })
    return { content, disposition: contentDisposition(fichier) }
  }
  return tire ? withTirage(context, tire, send) : send(false)
}
