import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { type BanqueFiltres, SANS_COMPTE } from '#features/rapports/banque.contract.ts'
import { BANQUE, NON_VUS, SANS_COMPTE_MOT, VU } from '#features/rapports/banque.words.ts'
import { VIDE } from '#features/rapports/rapports.words.ts'
import { moisDemande, readLignesDeBanque } from '#features/rapports/server/banque.service.ts'
import { aujourdhui, formatMoisCourt } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 34,
  total: 'somme',
})
const COLONNES: readonly ColonneDeListe[] = [
  { title: 'Jour', kind: 'jour', width: 12, mm: 22 },
  { title: 'Opération', kind: 'texte', width: 40, mm: 60 },
  { title: 'Pièce', kind: 'texte', width: 22, mm: 36 },
  { title: 'Tiers', kind: 'texte', width: 34, mm: 50 },
  { title: 'Compte', kind: 'texte', width: 34, mm: 50 },
  montant('Entrée'),
  montant('Sortie'),
  { title: VU, kind: 'jour', width: 16, mm: 22 },
]

/** The lines of the bank as a workbook. Amounts in centimes. */
export async function readBanqueListe(db: Db, filtres: BanqueFiltres): Promise<Liste> {
  const lignes = await readLignesDeBanque(db, filtres)
  const comptes = await db
    .selectFrom('comptes_bancaires')
    .select(['id', 'banque', 'agence', 'numero'])
    .execute()
  const noms = new Map(comptes.map((compte) => [compte.id, formatCompteBancaire(compte)]))
  const mois = moisDemande(filtres)
  return {
    fichier: ['banque', mois].filter(Boolean).join('_'),
    titre: BANQUE,
    criteres: [
      filtres.compte === SANS_COMPTE
        ? SANS_COMPTE_MOT
        : (noms.get(Number(filtres.compte)) ?? 'Tous les comptes'),
      ...(mois === null ? [] : [formatMoisCourt(mois)]),
      ...(filtres.vu === '0' ? [NON_VUS] : []),
    ],
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: lignes.map(({ jour, libelle, piece, tiers, compte_id, entree, sortie, vu_le }) => [
      jour,
      libelle,
      piece,
      tiers,
      compte_id === null ? SANS_COMPTE_MOT : (noms.get(compte_id) ?? ''),
      entree,
      sortie,
      vu_le,
    ]),
    totaux: 'Total',
    vide: VIDE,
  }
}
