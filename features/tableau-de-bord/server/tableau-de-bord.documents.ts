import type {
  Statistique,
  VentesEtEncaissements,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { formatMoisCourt } from '#shared/dates.ts'
import type { XlsxTable, XlsxValue } from '#server/documents/xlsx.ts'

const PATRIMOINE = 'Patrimoine'
const VENTES = 'Ventes et encaissements'
const MOIS = 'Encaissements par mois'

/** The dashboard as one sheet: counts in one column, amounts (centimes) in the other (Q85). */
export function tableauDeBordTable(stats: Statistique[], ventes: VentesEtEncaissements): XlsxTable {
  const nombre = (rubrique: string, quoi: string, valeur: number): XlsxValue[] => [
    rubrique,
    quoi,
    valeur,
    null,
  ]
  const montant = (rubrique: string, quoi: string, valeur: number): XlsxValue[] => [
    rubrique,
    quoi,
    null,
    valeur,
  ]
  return {
    sheet: 'Tableau de bord',
    columns: [
      { title: 'Rubrique', kind: 'texte', width: 26 },
      { title: 'Indicateur', kind: 'texte', width: 34 },
      { title: 'Nombre', kind: 'entier', width: 12 },
      { title: 'Montant (DA)', kind: 'montant', width: 22 },
    ],
    rows: [
      ...stats.map(({ title, value }) => nombre(PATRIMOINE, title, value)),
      nombre(
        PATRIMOINE,
        'Éléments gérés',
        stats.reduce((somme, { value }) => somme + value, 0),
      ),
      nombre(VENTES, 'Biens vendus', ventes.biens_vendus),
      nombre(VENTES, 'Biens au total', ventes.biens_total),
      montant(VENTES, 'Encaissé ce mois', ventes.encaisse_mois),
      montant(VENTES, 'Encaissé au total', ventes.encaisse_total),
      montant(VENTES, 'Reste à encaisser', ventes.reste_a_encaisser),
      montant(VENTES, "Versé par d'anciens clients (non compté)", ventes.anciens),
      ...ventes.mois.map((m) => montant(MOIS, formatMoisCourt(m.mois), m.montant)),
    ],
  }
}
