import type {
  Alertes,
  Statistique,
  VentesEtEncaissements,
} from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { formatMoisCourt } from '#shared/dates.ts'
import type { XlsxTable, XlsxValue } from '#server/documents/xlsx.ts'

const PATRIMOINE = 'Patrimoine'
const VENTES = 'Ventes et encaissements'
const MOIS = 'Encaissements par mois'
const A_TRAITER = 'À traiter'

/** The dashboard as one sheet: counts in one column, amounts in centimes in another (Q85). */
export function tableauDeBordTable(
  stats: Statistique[],
  ventes: VentesEtEncaissements,
  alertes: Alertes,
): XlsxTable {
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
      montant(VENTES, 'Rejeté ce mois', ventes.rejete_mois),
      montant(VENTES, 'Remboursé ce mois', ventes.rembourse_mois),
      montant(VENTES, 'Encaissé au total', ventes.encaisse_total),
      montant(VENTES, 'Reste à encaisser', ventes.reste_a_encaisser),
      montant(VENTES, "Versé par d'anciens clients (non compté)", ventes.anciens),
      nombre(A_TRAITER, 'Échéances en retard', alertes.echeances_en_retard),
      montant(A_TRAITER, 'Montant en retard', alertes.montant_en_retard),
      ...(alertes.cheques_a_remettre === null
        ? []
        : [[A_TRAITER, 'Chèques à remettre', alertes.cheques_a_remettre, alertes.montant_a_remettre]]),
      nombre(A_TRAITER, 'Options qui expirent sous 7 jours', alertes.options_a_echeance),
      nombre(A_TRAITER, 'Ventes sans échéancier', alertes.ventes_sans_echeancier),
      nombre(A_TRAITER, 'Remboursements à faire', alertes.remboursements_a_faire),
      nombre(A_TRAITER, 'Ventes sans date de contrat', alertes.ventes_sans_contrat),
      ...(alertes.cheques_rejetes === null
        ? []
        : [nombre(A_TRAITER, 'Chèques rejetés à représenter', alertes.cheques_rejetes)]),
      ...ventes.mois.map((m) => montant(MOIS, formatMoisCourt(m.mois), m.montant)),
    ],
  }
}
