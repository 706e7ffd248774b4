import type { EcheancesFiltres, Onglet } from '#features/echeanciers/echeances.contract.ts'
import {
  ANCIENNETES,
  describeEtat,
  HORIZONS_DITS,
  ONGLETS_DITS,
  REGLEES_DITES,
} from '#features/echeanciers/echeances.words.ts'
import { readEcheances } from '#features/echeanciers/server/echeances.lignes.ts'
import { findEcheances } from '#features/echeanciers/server/echeances.read.ts'
import { NOMS_DES_CANAUX } from '#features/ventes/relances.rules.ts'
import { describeBiens, describeLieu } from '#features/etats/server/biens.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { aujourdhui } from '#shared/dates.ts'
import type { Format } from '#shared/exports.ts'
import { formatCompte } from '#shared/texte.ts'
import { LIGNES_PAR_TRANCHE } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { LARGEUR_MM, type ColonneDeListe, type Liste, type Rangee } from '#server/documents/liste.ts'
import { checkLongueur, printTexte } from '#server/documents/papier.ts'

const LIGNES_PAPIER_MAX = 5_000

const FICHIERS: Record<Onglet, string> = {
  retard: 'echeances-en-retard',
  exigibles: 'echeances-exigibles',
  a_venir: 'echeances-a-venir',
}

const montant = (title: string): ColonneDeListe => ({
  title,
  kind: 'montant',
  width: 20,
  mm: 27,
  total: 'somme',
})
const texte = (title: string, width: number, mm: number): ColonneDeListe => ({
  title,
  kind: 'texte',
  width,
  mm,
})
const jour = (title: string): ColonneDeListe => ({ title, kind: 'jour', width: 13, mm: 14.5 })

const PREVUE = jour('Prévue le')
const ETAT = texte('État', 22, 17)
const COLONNES: readonly ColonneDeListe[] = [
  texte('Dossier', 14, 17.5),
  texte('Client', 34, 27),
  texte('Téléphone', 18, 19),
  texte('Bien', 24, 20),
  texte('Résidence', 26, 20),
  texte('Bloc', 16, 12),
  texte('Échéance', 28, 22),
  jour('Exigible le'),
  PREVUE,
  { title: 'Jours de retard', kind: 'entier', width: 15, mm: 10.5 },
  ETAT,
  montant('Montant'),
  montant('Reçu'),
  montant('Reste'),
  jour('Dernière relance'),
  texte('Moyen', 14, 13),
]
/** The columns of names, which give way so that amounts and days keep their width. */
const NOMS = new Set(['Client', 'Bien', 'Résidence', 'Bloc', 'Échéance'])

/** The columns of a tab. On paper what is due already has no day on which it was expected, and the state is told where a tab has several. */
function colonnesDe(onglet: Onglet, format: Format): ColonneDeListe[] {
  const gardees = COLONNES.filter(
    (une) =>
      format !== 'pdf' ||
      ((une !== PREVUE || onglet === 'a_venir') && (une !== ETAT || onglet === 'exigibles')),
  )
  const somme = (colonnes: readonly ColonneDeListe[]) => colonnes.reduce((total, { mm }) => total + mm, 0)
  const noms = somme(gardees.filter(({ title }) => NOMS.has(title)))
  const reste = LARGEUR_MM - (somme(gardees) - noms)
  return gardees.map((une) => (NOMS.has(une.title) ? { ...une, mm: (une.mm * reste) / noms } : une))
}

/** Reads all échéances of a tab for an export, in centimes. @throws documentTropLong (422) above 5,000 rows on paper */
export async function readEcheancesListe(
  db: Db,
  { format, ...filtres }: EcheancesFiltres & { format: Format },
): Promise<Liste> {
  const { onglet = 'retard' } = filtres
  const { totals, ids, anciennete } = await findEcheances(db, filtres, { limit: null, offset: 0 })
  if (format === 'pdf') checkLongueur(totals.nombre, LIGNES_PAPIER_MAX, 'Exportez plutôt en Excel.')
  const colonnes = colonnesDe(onglet, format)
  const gardes = COLONNES.map(({ title }) => colonnes.some((une) => une.title === title))
  return {
    fichier: FICHIERS[onglet],
    titre: `Échéances ${ONGLETS_DITS[onglet].toLowerCase()}`,
    feuille: 'Échéances',
    onglet: ONGLETS_DITS[onglet],
    criteres: await criteres(db, filtres),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes,
    lignes: (take) =>
      eachRow(db, ids, (rangees) => take(rangees.map((rangee) => rangee.filter((_, at) => gardes[at])))),
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
  for (let from = 0; from < ids.length; from += LIGNES_PAR_TRANCHE) {
    const lignes = await readEcheances(db, ids.slice(from, from + LIGNES_PAR_TRANCHE))
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
        ligne.prevue_le,
        ligne.jours_retard,
        describeEtat(ligne),
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
  { onglet, horizon = '30', reglees, search, ...lieu }: EcheancesFiltres,
): Promise<string[]> {
  const said = [
    onglet === 'a_venir' ? HORIZONS_DITS[horizon] : '',
    onglet === 'exigibles' ? REGLEES_DITES[reglees ?? ''] : '',
    ...(await describeLieu(db, lieu)),
    search === '' ? '' : `Recherche « ${printTexte(search)} »`,
  ].filter(Boolean)
  return said.length > 0 ? said : ['Tous les dossiers']
}
