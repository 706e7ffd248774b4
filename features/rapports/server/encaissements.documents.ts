import { formatMode } from '#features/paiements/modes.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { EncaissementsFiltres, SommesEncaissees } from '#features/rapports/encaissements.contract.ts'
import { describeEtendue, fichierDuRapport } from '#features/rapports/periode.rules.ts'
import { ENCAISSEMENTS, VIDE } from '#features/rapports/rapports.words.ts'
import { readEncaissements, readMoisParResidence } from '#features/rapports/server/encaissements.service.ts'
import { aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 30,
  total: 'somme',
})
const texte = (title: string, width: number): ColonneDeListe => ({ title, kind: 'texte', width, mm: width })
const MOIS = texte('Mois', 16)
const RESIDENCE = texte('Résidence', 34)
const VERSEMENTS: ColonneDeListe = {
  title: 'Versements',
  kind: 'entier',
  width: 14,
  mm: 20,
  total: 'somme',
}
const SOMMES = [
  VERSEMENTS,
  montant('Encaissé'),
  montant('Rejeté'),
  montant('Encaissé net'),
  montant('Remboursé'),
  montant('Retenu'),
  montant('Timbre'),
]
const rangee = (noms: readonly string[], lues: SommesEncaissees): Rangee => [
  ...noms,
  lues.nombre,
  lues.encaisse,
  lues.rejete,
  lues.net,
  lues.rembourse,
  lues.retenues,
  lues.timbre,
]

/** The report as a workbook: by month, by residence, both together, by mode. Amounts in centimes. */
export async function readEncaissementsListe(db: Db, filtres: EncaissementsFiltres): Promise<Liste> {
  const { etendue, mois, modes, residences, parResidence } = await readEncaissements(db, filtres)
  const croisees = etendue === null ? [] : await readMoisParResidence(db, etendue, filtres.residence)
  const noms = new Map(residences.map(({ id, nom }) => [id, nom]))
  const rang = new Map(residences.map(({ id }, at) => [id, at]))
  return {
    fichier: fichierDuRapport('encaissements', etendue),
    titre: ENCAISSEMENTS,
    feuille: 'Par mois',
    onglet: ENCAISSEMENTS,
    criteres: [
      describeEtendue(etendue) ?? VIDE,
      ...(filtres.residence === undefined ? [] : residences.map(({ nom }) => nom)),
    ],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: [MOIS, ...SOMMES],
    lignes: mois.map((lu) => rangee([formatMoisCourt(lu.mois)], lu)),
    totaux: 'Total',
    annexes: [
      {
        feuille: 'Par résidence',
        colonnes: [RESIDENCE, ...SOMMES],
        lignes: residences.flatMap(({ id, nom }) => {
          const lues = parResidence.get(id)
          return lues ? [rangee([nom], lues)] : []
        }),
        totaux: 'Total',
      },
      {
        feuille: 'Mois × résidence',
        colonnes: [MOIS, RESIDENCE, ...SOMMES],
        lignes: croisees
          .toSorted(
            (a, b) =>
              a.mois.localeCompare(b.mois) ||
              (rang.get(a.residence_id) ?? 0) - (rang.get(b.residence_id) ?? 0),
          )
          .map((lues) => rangee([formatMoisCourt(lues.mois), noms.get(lues.residence_id) ?? ''], lues)),
        totaux: 'Total',
      },
      {
        feuille: 'Par mode',
        colonnes: [texte('Mode', 24), VERSEMENTS, montant('Encaissé')],
        lignes: modes.map(({ mode, nombre, montant: encaisse }) => [formatMode(mode), nombre, encaisse]),
        totaux: 'Total',
      },
    ],
    vide: VIDE,
  }
}
