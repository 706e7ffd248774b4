import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { PrevisionsFiltres } from '#features/rapports/previsions.contract.ts'
import { fermeEtPrevu, lignesDePrevision } from '#features/rapports/previsions.rules.ts'
import { PREVISIONS, UNE_PREVISION, VIDE } from '#features/rapports/rapports.words.ts'
import { readPrevisions } from '#features/rapports/server/previsions.service.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 22,
  mm: 30,
  total: 'somme',
})
const PERIODE: ColonneDeListe = { title: 'Période', kind: 'texte', width: 28, mm: 60 }
const RESIDENCE: ColonneDeListe = { title: 'Résidence', kind: 'texte', width: 34, mm: 60 }
const MONTANTS = [montant('Ferme'), montant('Prévision'), montant('Total')]

/** The report as a workbook: its rows, a row a residence, and the months of each residence. Amounts in centimes. */
export async function readPrevisionsListe(db: Db, filtres: PrevisionsFiltres): Promise<Liste> {
  const { aujourdhui, sommes, residences, ofResidence } = await readPrevisions(db, filtres)
  return {
    fichier: `previsions_${aujourdhui}`,
    titre: PREVISIONS,
    feuille: 'Par mois',
    onglet: PREVISIONS,
    criteres: [
      `Au ${formatJourCourt(aujourdhui)}`,
      ...(filtres.residence === undefined ? [] : residences.map(({ nom }) => nom)),
      UNE_PREVISION,
    ],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui,
    colonnes: [PERIODE, ...MONTANTS],
    lignes: lignesDePrevision(sommes).map(({ label, ferme, prevu, total }) => [label, ferme, prevu, total]),
    totaux: 'Total',
    annexes: [
      {
        feuille: 'Par résidence',
        colonnes: [
          RESIDENCE,
          montant('En retard'),
          montant('Ferme'),
          montant('Prévision'),
          montant('Prévision dépassée'),
          montant('Attend la date du contrat'),
          montant('Sans date'),
          montant('Sans échéancier'),
          montant('Total'),
        ],
        lignes: residences.map(({ id, nom }) => {
          const lues = ofResidence(id)
          const { ferme, prevu } = fermeEtPrevu(lues)
          return [
            nom,
            lues.en_retard,
            ferme,
            prevu,
            lues.depasse,
            lues.attend_contrat,
            lues.sans_date,
            lues.sans_echeancier,
            lues.total,
          ]
        }),
        totaux: 'Total',
      },
      {
        feuille: 'Mois × résidence',
        colonnes: [RESIDENCE, PERIODE, ...MONTANTS],
        lignes: residences.flatMap(({ id, nom }) =>
          lignesDePrevision(ofResidence(id))
            .filter(({ total }) => total !== 0)
            .map(({ label, ferme, prevu, total }) => [nom, label, ferme, prevu, total]),
        ),
        totaux: 'Total',
      },
    ],
    vide: VIDE,
  }
}
