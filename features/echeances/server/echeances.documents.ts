import type { Onglet } from '#features/echeances/echeances.codes.ts'
import type { EcheancesFiltres } from '#features/echeances/echeances.contract.ts'
import { ANCIENNETES, HORIZONS_DITS, ONGLETS_DITS } from '#features/echeances/echeances.words.ts'
import { readLignes } from '#features/echeances/server/echeances.lignes.ts'
import { findEcheances } from '#features/echeances/server/echeances.read.ts'
import { MOYENS } from '#features/dossiers/relances.rules.ts'
import { describeBiens } from '#features/biens/server/biens.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { formatMontant } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'
import { checkLongueur, printTexte } from '#server/documents/papier.ts'
import type { XlsxValue } from '#server/documents/xlsx.ts'

/** Rows of a paper, of fifteen columns. */
const LIGNES_PAPIER_MAX = 5_000
/** Rows of a workbook: what the server can hold while it is made. */
const LIGNES_MAX = 200_000
/** So many at a time, that a long list leaves room for the other requests between two readings. */
const LOT = 2_000

const FICHIERS: Record<Onglet, string> = {
  retard: 'echeances-en-retard',
  exigibles: 'echeances-exigibles',
  a_venir: 'echeances-a-venir',
}

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 23,
  total: 'somme',
})
const texte = (title: string, width: number, mm: number): ColonneDeListe => ({
  title,
  kind: 'texte',
  width,
  mm,
})
const jour = (title: string): ColonneDeListe => ({ title, kind: 'jour', width: 13, mm: 15.5 })

const COLONNES: readonly ColonneDeListe[] = [
  texte('Dossier', 14, 18),
  texte('Client', 34, 27),
  texte('Téléphone', 18, 20),
  texte('Bien', 24, 22),
  texte('Résidence', 26, 22),
  texte('Bloc', 16, 14),
  texte('Échéance', 28, 24),
  jour('Exigible le'),
  jour('Prévue le'),
  { title: 'Jours de retard', kind: 'entier', width: 15, mm: 12 },
  montant('Montant'),
  montant('Reçu'),
  montant('Reste'),
  jour('Dernière relance'),
  texte('Moyen', 14, 14.5),
]

/**
 * What a tab and its filters leave, all of it, as it is exported. Amounts in centimes.
 * @throws documentTropLong (422) above 5,000 rows on paper, 200,000 in a workbook
 */
export async function readEcheancesListe(
  db: Db,
  { format, ...filtres }: EcheancesFiltres & { format: Format },
): Promise<Liste> {
  const { onglet = 'retard' } = filtres
  const { totals } = await findEcheances(db, filtres, { limit: 0, offset: 0 })
  if (format === 'pdf') checkLongueur(totals.nombre, LIGNES_PAPIER_MAX, 'Exportez plutôt en Excel.')
  checkLongueur(totals.nombre, LIGNES_MAX, 'Choisissez une résidence.')
  const { ids, anciennete } = await findEcheances(db, filtres, { limit: null, offset: 0 })
  return {
    fichier: FICHIERS[onglet],
    titre: `Échéances ${ONGLETS_DITS[onglet].toLowerCase()}`,
    feuille: 'Échéances',
    reference: (await criteres(db, filtres)).join(' · '),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: await readRows(db, ids),
    totaux: `Total : ${formatCompte(totals.nombre, 'échéance')}`,
    ...(onglet === 'retard' && {
      chiffres: ANCIENNETES.map(({ key, label }) => [label, formatMontant(anciennete[key])] as const),
    }),
    vide: 'Aucune échéance pour ces critères.',
  }
}

async function readRows(db: Db, ids: readonly number[]): Promise<XlsxValue[][]> {
  const rows: XlsxValue[][] = []
  for (let from = 0; from < ids.length; from += LOT) {
    const lignes = await readLignes(db, ids.slice(from, from + LOT))
    const biens = await describeBiens(db, [...new Set(lignes.map(({ bien }) => bien.id))])
    for (const { client, bien, derniere_relance, ...ligne } of lignes)
      rows.push([
        ligne.dossier,
        client.nomComplet,
        client.tel,
        bien.designation,
        bien.residence,
        biens.get(bien.id)?.code ?? '',
        ligne.libelle,
        ligne.exigible_le,
        ligne.date_prevue,
        ligne.jours_retard,
        ligne.montant,
        ligne.couvert,
        ligne.reste,
        derniere_relance?.jour ?? null,
        derniere_relance ? MOYENS[derniere_relance.canal] : '',
      ])
  }
  return rows
}

/** « 30 jours · Les Jardins · Bloc A · Recherche « benali » ». */
async function criteres(
  db: Db,
  { onglet, horizon = '30', search, residence_id, bloc_id }: EcheancesFiltres,
): Promise<string[]> {
  const residence =
    residence_id === undefined
      ? undefined
      : await db.selectFrom('residences').select('nom').where('id', '=', residence_id).executeTakeFirst()
  const bloc =
    bloc_id === undefined
      ? undefined
      : await db.selectFrom('blocs').select('nomloc as nom').where('id', '=', bloc_id).executeTakeFirst()
  const said = [
    onglet === 'a_venir' ? HORIZONS_DITS[horizon] : '',
    residence ? printTexte(residence.nom) : '',
    bloc ? printTexte(bloc.nom) : '',
    search === '' ? '' : `Recherche « ${printTexte(search)} »`,
  ].filter(Boolean)
  return said.length > 0 ? said : ['Tous les dossiers']
}
