import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { PayeursFiltres } from '#features/rapports/recap.contract.ts'
import { nomDeLaSituation, SOURCE_DE_LA_SITUATION } from '#features/rapports/recap.words.ts'
import { criteresDePaiement } from '#features/rapports/server/versements.documents.ts'
import { readResidenceName } from '#features/rapports/server/recap.filtres.ts'
import { readRecap, readSituation } from '#features/rapports/server/recap.service.ts'
import { avancement } from '#features/etats/etats.rules.ts'
import type { Db } from '#server/database/db.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { auteurOf, printTexte, type PromoteurImprime } from '#server/documents/papier.ts'
import { renderXlsx, type XlsxColumn, type XlsxOptions } from '#server/documents/xlsx.ts'

/** One bien of the recap (D3 §2.5, Q177, Q186): amounts in centimes, surface in hundredths of m². */
export interface LigneRecap {
  numero: string
  acquereur: string
  residence: string | null
  code: string | null
  surface: number | null
  montant: Centimes
  reglement: Centimes
  /** The sum of the payments that pass the filters of payments; absent without such a filter. */
  retenu?: Centimes
}

/** The whole filtered recap (Q183); its filters are printed below the title. Amounts in centimes. */
export interface ModeleRecap {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  /** The day at whose end the biens are told; absent for today's. */
  situation?: Jour | undefined
  residence: string | null
  recherche: string | null
  resteSeul?: boolean
  parReste?: boolean
  /** The filters of payments in words, null without any. With one, a last column shows the sums of the matching payments. */
  versements?: readonly string[] | null
  lignes: readonly LigneRecap[]
}

/** The whole filtered recap as it is printed and exported (Q183). Amounts in centimes. */
export async function readRecapModele(db: Db, asked: PayeursFiltres): Promise<ModeleRecap> {
  const filtres = readSituation(asked)
  const { groupes, totals } = await readRecap(db, filtres)
  return {
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    situation: filtres.situation,
    residence: await readResidenceName(db, filtres.residence),
    recherche: filtres.search === '' ? null : filtres.search,
    resteSeul: filtres.solde === 'reste',
    parReste: filtres.tri === 'reste',
    versements: totals.versements_retenus && criteresDePaiement(filtres),
    lignes: groupes.flatMap(({ client, biens }) =>
      biens.map(({ nlot, residence, code, surface, montant, reglement, versements_retenus }) => ({
        numero: nlot,
        acquereur: client.nomComplet,
        residence,
        code,
        surface,
        montant,
        reglement,
        retenu: versements_retenus?.montant ?? 0,
      })),
    ),
  }
}

/** Stands for a residence that a bien has none of, and for what is not known of it. */
export const SANS_RESIDENCE = 'Sans résidence'
export const INCONNU = 'N/A'

/** The filters and the order of a recap in one line, as it is printed. */
export function criteresDuRecap({
  situation,
  residence,
  recherche,
  resteSeul,
  parReste,
  versements,
}: ModeleRecap): string {
  return [
    situation === undefined ? '' : nomDeLaSituation(situation),
    residence === null ? 'Toutes les résidences' : printTexte(residence),
    recherche ? `Recherche « ${printTexte(recherche)} »` : '',
    resteSeul ? 'Solde : reste à payer' : '',
    parReste ? 'Du plus grand reste au plus petit' : '',
    ...(versements?.length ? [`Versements\u00A0: ${versements.join(', ')}`] : []),
  ]
    .filter(Boolean)
    .join(' · ')
}

const noteOf = (modele: ModeleRecap): string =>
  [criteresDuRecap(modele), ...(modele.situation ? [SOURCE_DE_LA_SITUATION] : [])].join(' · ')

const COLONNES: readonly XlsxColumn[] = [
  { title: 'N° Lot', kind: 'texte', width: 12, total: 'nombre' },
  { title: 'Acquéreur', kind: 'texte', width: 34 },
  { title: 'Résidence', kind: 'texte', width: 26 },
  { title: 'Code', kind: 'texte', width: 16 },
  { title: 'Surface (m²)', kind: 'surface', width: 13 },
  { title: 'Montant', kind: 'montant', width: 20, total: 'somme' },
  { title: 'Règlement', kind: 'montant', width: 20, total: 'somme' },
  { title: 'Reste à payer', kind: 'montant', width: 20, total: 'somme' },
  { title: 'Progression', kind: 'pourcent', width: 13 },
]
const RETENUS: XlsxColumn = { title: 'Versements retenus (DA)', kind: 'montant', width: 24, total: 'somme' }

/**
 * Makes the workbook of the recap, without a limit of rows. A note below the totals names the filters and the order, when they are not the
 * usual ones.
 * @throws the errors of renderXlsx
 */
export function recapXlsx(modele: ModeleRecap, options?: XlsxOptions): Promise<Buffer> {
  const { lignes, situation, resteSeul, parReste } = modele
  const retenus = modele.versements != null
  const rows = lignes.map(
    ({ numero, acquereur, residence, code, surface, montant, reglement, retenu = 0 }) => {
      const { resteAPayer, pourcentagePaiement } = avancement(montant, reglement)
      return [
        numero,
        acquereur,
        residence ?? SANS_RESIDENCE,
        code ?? INCONNU,
        surface,
        montant,
        reglement,
        resteAPayer,
        pourcentagePaiement,
        ...(retenus ? [retenu] : []),
      ]
    },
  )
  return renderXlsx(
    {
      auteur: auteurOf(modele.promoteur),
      sheet: 'Récapitulatif des paiements',
      columns: retenus ? [...COLONNES, RETENUS] : COLONNES,
      rows,
      totals: 'Total',
      ...((situation || resteSeul || parReste || retenus) && { note: noteOf(modele) }),
    },
    options,
  )
}
