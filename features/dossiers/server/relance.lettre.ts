import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/biens/server/biens.read.ts'
import { DOSSIERS_MAX } from '#features/dossiers/relances.contract.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { montantEnLettres } from '#server/documents/lettres.ts'
import {
  createVuePapier,
  designationBien,
  precisionsBien,
  precisionsClient,
  printCentimes,
  printTexte,
  sumCentimes,
  type BienImprime,
  type ClientImprime,
  type PromoteurImprime,
} from '#server/documents/papier.ts'
import { renderPdf, type PdfOptions } from '#server/documents/pdf.ts'
import { AppError } from '#server/http/errors.ts'

/** The letters of the dossiers that are late, one each. Amounts in centimes. */
export interface ModeleLettres {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  lettres: readonly Lettre[]
}
interface Lettre {
  dossier: string
  client: ClientImprime
  bien: BienImprime
  /** What is late, in its order. */
  echeances: readonly { libelle: string; exigible_le: Jour; montant: Centimes; couvert: Centimes }[]
}

type Row = { annee: number; numero: number; client: ClientImprime; bien: BienDecrit } & Pick<
  Lettre,
  'echeances'
>

/**
 * What the letters of these dossiers say, in the order of their numbers; those of which nothing is late are left out.
 * @throws aucunDossier, tropDeDossiers, dossierInconnu, rienEnRetard (422 on ventes)
 */
export async function readLettres(db: Db, ids: readonly number[]): Promise<ModeleLettres> {
  const refuse = (code: 'aucunDossier' | 'tropDeDossiers' | 'dossierInconnu' | 'rienEnRetard') =>
    new AppError(code).on('ventes')
  if (ids.length === 0) throw refuse('aucunDossier')
  if (ids.length > DOSSIERS_MAX) throw refuse('tropDeDossiers')
  const etabliLe = aujourdhui()
  const { rows } = await sql<Row>`
    select v.dossier_annee as annee, v.dossier_numero as numero,
      json_build_object('nom', c.nom_complet, 'tel', c.tel, 'email', c.email, 'adresse', c.adresse) as client,
      ${bienDecrit('v.bien_id')} as bien,
      (select coalesce(json_agg(x order by x.rang), '[]') from (
        select e.rang, e.libelle, e.exigible_le, e.montant, e.couvert from echeances e
        where e.vente_id = v.id and e.ouverte and e.couvert < e.montant and e.exigible_le <= ${etabliLe}::date) x) as echeances
    from ventes v join clients c on c.id = v.client_id where v.id = any(${ids})
    order by v.dossier_annee, v.dossier_numero`.execute(db)
  if (rows.length < ids.length) throw refuse('dossierInconnu')
  const late = rows.filter(({ echeances }) => echeances.length > 0)
  if (late.length === 0) throw refuse('rienEnRetard')
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe,
    lettres: late.map(({ annee, numero, bien, ...lettre }) => ({
      ...lettre,
      dossier: numeroDossier(annee, numero),
      bien: {
        ...bien,
        situation: [bien.code, bien.etage].filter(Boolean).join(', ') || null,
      },
    })),
  }
}

/** « relance_2026-D-0012.pdf », several: « relances.pdf ». */
export const nomDesLettres = ({ lettres }: Pick<ModeleLettres, 'lettres'>): string =>
  lettres.length === 1 ? `relance_${lettres[0]?.dossier}.pdf` : 'relances.pdf'

/** Their display strings. */
export function vueLettres({ promoteur, etabliLe, lettres }: ModeleLettres) {
  return {
    intitule: lettres.length === 1 ? `Relance Dossier ${lettres[0]?.dossier}` : 'Relances',
    lettres: lettres.map(({ dossier, client, bien, echeances }) => {
      const reste = (of: (typeof echeances)[number]) => of.montant - of.couvert
      const total = sumCentimes(echeances.map(reste))
      const enLettres = montantEnLettres(total)
      return {
        papier: createVuePapier(promoteur, 'Relance', `Dossier ${dossier}`, etabliLe),
        client: { nom: printTexte(client.nom), lignes: precisionsClient(client) },
        bien: { nom: designationBien(bien), lignes: precisionsBien(bien) },
        lignes: echeances.map((echeance) => [
          printTexte(echeance.libelle, 22),
          formatJourCourt(echeance.exigible_le),
          printCentimes(echeance.montant),
          printCentimes(echeance.couvert),
          printCentimes(reste(echeance)),
        ]),
        total: printCentimes(total),
        enLettres: enLettres.charAt(0).toUpperCase() + enLettres.slice(1),
      }
    }),
  }
}

/** The letters as one PDF. Errors: those of renderPdf. */
export const lettresPdf = (modele: ModeleLettres, options?: PdfOptions): Promise<Buffer> =>
  renderPdf('features/dossiers/server/relance.typ', vueLettres(modele), {
    logo: modele.promoteur?.logo,
    ...options,
  })
