import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { describeEtendue, fichierDuRapport } from '#features/rapports/periode.rules.ts'
import { PAR_QUI, VENTES, VIDE } from '#features/rapports/rapports.words.ts'
import { readRapportDesVentes } from '#features/rapports/server/ventes.service.ts'
import type { SommesVendues, VentesFiltres } from '#features/rapports/ventes.contract.ts'
import { aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'

const texte = (title: string, width: number): ColonneDeListe => ({ title, kind: 'texte', width, mm: width })
const nombre = (title: string): ColonneDeListe => ({
  title,
  kind: 'entier',
  width: 14,
  mm: 24,
  total: 'somme',
})
const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 32,
  total: 'somme',
})
const SOMMES = [
  nombre('Ventes'),
  montant('Montant'),
  nombre('Désistements'),
  montant('Montant désisté'),
  nombre('Retraits'),
]
const rangee = (nom: string, lues: SommesVendues): Rangee => [
  nom,
  lues.ventes,
  lues.prix,
  lues.desistements,
  lues.prix_desistes,
  lues.retraits,
]

/** The report as a workbook: by residence or by vendeur, then by month. Amounts in centimes. */
export async function readVentesListe(db: Db, filtres: VentesFiltres): Promise<Liste> {
  const { etendue, mois, lignes } = await readRapportDesVentes(db, filtres)
  const { onglet, titre } = PAR_QUI[filtres.par ?? 'residence']
  return {
    fichier: fichierDuRapport('ventes', etendue),
    titre: VENTES,
    feuille: onglet,
    onglet: VENTES,
    criteres: [describeEtendue(etendue) ?? VIDE],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: [texte(titre, 34), ...SOMMES],
    lignes: lignes.map((lue) => rangee(lue.nom, lue)),
    totaux: 'Total',
    annexes: [
      {
        feuille: 'Par mois',
        colonnes: [texte('Mois', 16), ...SOMMES],
        lignes: mois.map((lu) => rangee(formatMoisCourt(lu.mois), lu)),
        totaux: 'Total',
      },
    ],
    vide: VIDE,
  }
}
