import type { Onglet } from '#features/echeanciers/echeances.codes.ts'
import type { EcheancesFiltres } from '#features/echeanciers/echeances.contract.ts'
import { ANCIENNETES, HORIZONS_DITS, ONGLETS_DITS } from '#features/echeanciers/echeances.texts.ts'
import { readLignes } from '#features/echeanciers/server/echeances.lignes.ts'
import { findEcheances } from '#features/echeanciers/server/echeances.read.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import { describeBiens } from '#features/biens/server/biens.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'
import { checkLongueur, printTexte } from '#server/documents/papier.ts'

const LIGNES_PAPIER_MAX = 5_000
/** Batches leave room for other requests while a long list is read. */
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

/** Reads all échéances of a tab for an export, in centimes. @throws documentTropLong (422) above 5,000 rows on paper */
export async function readEcheancesListe(
  db: Db,
  { format, ...filtres }: EcheancesFiltres & { format: Format },
): Promise<Liste> {
  const { onglet = 'retard' } = filtres
  const { totals, ids, anciennete } = await findEcheances(db, filtres, { limit: null, offset: 0 })
  if (format === 'pdf') checkLongueur(totals.nombre, LIGNES_PAPIER_MAX, 'Exportez plutôt en Excel.')
  return {
    fichier: FICHIERS[onglet],
    titre: `Échéances ${ONGLETS_DITS[onglet].toLowerCase()}`,
    feuille: 'Échéances',
    criteres: await criteres(db, filtres),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: (take) => eachRow(db, ids, take),
    totaux: `Total : ${formatCompte(totals.nombre, 'échéance')}`,
    ...(onglet === 'retard' && {
      chiffres: ANCIENNETES.map(({ key, label }) => ({ libelle: label, montant: anciennete[key] })),
    }),
    vide: 'Aucune échéance pour ces critères.',
  }
}

async function eachRow(
  db: Db,
  ids: readonly number[],
  take: (rows: readonly Rangee[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += LOT) {
    const lignes = await readLignes(db, ids.slice(from, from + LOT))
    const biens = await describeBiens(db, [...new Set(lignes.map(({ bien }) => bien.id))])
    await take(
      lignes.map(({ client, bien, derniere_relance, ...ligne }) => [
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
        derniere_relance ? NOMS_DES_CANAUX[derniere_relance.canal] : '',
      ]),
    )
  }
}

/** Names the filters: « 30 jours · Les Jardins · Bloc A · Recherche « benali » ». */
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
