import type { Echeance } from '#features/dossiers/dossier.contract.ts'
import { exigibleOf, previsionOf } from '#features/dossiers/echeances.texts.ts'
import { readDossier } from '#features/dossiers/server/dossiers.read.ts'
import { describeBiens } from '#features/biens/server/biens.read.ts'
import { toImprime } from '#features/paiements/server/paiements.documents.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { formatPourcent, type Centimes } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import {
  createVuePapier,
  designationBien,
  precisionsBien,
  precisionsClient,
  printCentimes,
  printTexte,
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'

/** The schedule of a sale, as its two parties sign it. Amounts in centimes. */
export interface ModeleEcheancier {
  promoteur: PromoteurImprime | null
  /** Day it is printed. */
  etabliLe: Jour
  dossier: string
  client: ClientImprime
  bien: BienImprime
  prix: Centimes
  paye: Centimes
  echeances: readonly Pick<
    Echeance,
    'libelle' | 'montant' | 'part' | 'declencheur' | 'stade' | 'date_prevue' | 'exigible_le'
  >[]
}

/** @throws introuvable (404), sansEcheancier (422) */
export async function readEcheancierModele(db: Db, id: number): Promise<ModeleEcheancier> {
  const { dossier, bien, client, montant, totalPaye, echeances } = await readDossier(db, id)
  if (echeances.length === 0) throw new AppError('sansEcheancier')
  const decrit = (await describeBiens(db, [bien.id])).get(bien.id)
  const acquereur = await db
    .selectFrom('clients')
    .select(['nom_complet as nom', 'tel', 'email', 'adresse'])
    .where('id', '=', client.id)
    .executeTakeFirst()
  if (!decrit || !acquereur) throw new AppError('introuvable')
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    dossier,
    client: acquereur,
    bien: toImprime(decrit),
    prix: montant,
    paye: totalPaye,
    echeances,
  }
}

/** Its display strings. */
function vueEcheancier({ promoteur, etabliLe, client, bien, prix, paye, ...modele }: ModeleEcheancier) {
  return {
    papier: createVuePapier(promoteur, 'Échéancier de paiement', `Dossier\u00A0${modele.dossier}`, etabliLe),
    client: { nom: printTexte(client.nom), lignes: precisionsClient(client) },
    bien: { nom: designationBien(bien), lignes: precisionsBien(bien) },
    prix: printCentimes(prix),
    lignes: modele.echeances.map((ligne, rang) => [
      String(rang + 1),
      printTexte(ligne.libelle),
      [exigibleOf(ligne), previsionOf(ligne)]
        .filter(Boolean)
        .map((texte) => printTexte(texte, 16))
        .join(', '),
      printCentimes(ligne.montant),
      formatPourcent(ligne.part),
    ]),
    versement: {
      jour: formatJourCourt(etabliLe),
      paye: printCentimes(paye),
      reste: printCentimes(prix - paye),
    },
  }
}

/** The échéancier as a PDF. Errors: those of renderPdf. */
export const echeancierPdf = (modele: ModeleEcheancier, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/dossiers/server/echeancier.typ', vueEcheancier(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
