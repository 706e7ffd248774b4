import type { EtatDePapier } from '#features/papiers/papiers.rules.ts'
import { Presse, type Bloc } from '#features/papiers/server/presse.ts'
import type { Db } from '#server/database/db.ts'
import { contentDisposition } from '#server/documents/download.ts'
import type { LogoImprime, VuePapier } from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { vueVerification, type VueVerification } from '#server/documents/verification.ts'
import type { FileContext } from '#server/http/route.ts'

/** All printed strings of a paper. A numbered paper is stored so; its number and its code have their own columns. */
export interface ModelePapier {
  papier: VuePapier
  blocs: Bloc[]
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
interface Vue extends ModelePapier {
  verification: (VueVerification & { libelle: string }) | null
  filigrane: string
}

function vueNumerotee(modele: ModelePapier, { numero, code, etat }: Tirage): Vue {
  const { papier, adresse } = modele
  const presse = new Presse(papier.langue)
  const { mots } = presse
  const reference = numero === null ? '' : `${mots.numero}\u00A0${presse.valeur(numero)}`
  return {
    ...modele,
    papier: {
      ...papier,
      reference,
      intitule: `${papier.titre} ${numero === null ? mots.projet : `N°\u00A0${numero}`}`,
    },
    verification:
      code === null
        ? null
        : {
            ...vueVerification(code, adresse),
            libelle: `${mots.code}${papier.langue === 'fr' ? '\u00A0:' : ':'}`,
          },
    filigrane: numero === null ? mots.projet : etat === 'annulé' ? mots.annule : '',
  }
}

const render = (intitule: string, papiers: Vue[], options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/papiers/server/papier.typ', { intitule, papiers }, options)

/** Renders a numbered paper. @throws the errors of renderPdf; with `exact` also signesInconnus (422) */
export function papierPdf(modele: ModelePapier, tirage: Tirage, options?: PdfOptions): Promise<Buffer> {
  const vue = vueNumerotee(modele, tirage)
  return render(vue.papier.intitule, [vue], options)
}

/** Answers papers without a number, composed at one instant, as one file. @throws the errors of renderPdf */
export async function sendPapiers(
  { read, signal, files }: FileContext,
  compose: (db: Db) => Promise<PapiersSansNumero>,
): Promise<{ content: Buffer; disposition: string }> {
  const { fichier, intitule, modeles, logo } = await read(compose)
  const vues = modeles.map((modele) => ({ ...modele, verification: null, filigrane: '' }))
  return {
    content: await render(intitule, vues, { signal, files, logo }),
    disposition: contentDisposition(fichier),
  }
}
