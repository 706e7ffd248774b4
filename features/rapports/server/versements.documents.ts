import { type RawBuilder, sql } from 'kysely'
import { describeBiens, describeLieu } from '#features/etats/server/biens.read.ts'
import {
  etatDuCheque,
  ETATS_CHEQUE,
  ETATS_CHERCHES,
  type FiltresDePaiement,
  formatMode,
  LE_CLIENT,
  type Mode,
  PAR_LE_CLIENT,
  PAYEURS,
  SANS_MODE,
} from '#features/paiements/modes.ts'
import { conditions, orderVersements, readFiltres } from '#features/rapports/server/versements.read.ts'
import type { VersementsFiltres } from '#features/rapports/versements.contract.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui, describePeriode } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import { LIGNES_PAR_TRANCHE, readInBatches } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste, Rangee } from '#server/documents/liste.ts'
import { printTexte } from '#server/documents/papier.ts'

/** The word of the column « État » for a payment that is no cheque. */
const COMPTE = 'Compté'

const COLONNES: readonly ColonneDeListe[] = [
  { title: 'Date', kind: 'jour', width: 12, mm: 20 },
  { title: 'Reçu', kind: 'texte', width: 14, mm: 25, total: 'nombre' },
  { title: 'Client', kind: 'texte', width: 34, mm: 50 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 32 },
  { title: 'Résidence', kind: 'texte', width: 26, mm: 32 },
  { title: 'Mode', kind: 'texte', width: 20, mm: 23 },
  { title: 'Référence', kind: 'texte', width: 20, mm: 24 },
  { title: 'Banque', kind: 'texte', width: 18, mm: 18 },
  { title: 'État', kind: 'texte', width: 12, mm: 20 },
  { title: 'Versement', kind: 'montant', width: 20, mm: 27, total: 'somme' },
]
const ETAT = COLONNES.findIndex(({ title }) => title === 'État')
const COMPTES = [COMPTE, ETATS_CHEQUE.recu, ETATS_CHEQUE.remis, ETATS_CHEQUE.encaisse]

interface Ligne {
  id: number
  date_paiement: string
  versement: number
  recu_annee: number
  recu_numero: number
  mode: Mode | null
  banque: string | null
  reference: string | null
  remise: object | null
  encaisse_le: string | null
  rejete_le: string | null
  client: string
  bien_id: number
}

/** The list of all filtered payments; rejected ones count in no sum. Amounts in centimes. @param checkTotal may refuse the row count */
export async function readVersementsListe(
  db: Db,
  filtres: VersementsFiltres,
  checkTotal: (lignes: number) => void,
): Promise<Liste> {
  const where = conditions(filtres)
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from paiements p where ${where}`.execute(db)
  checkTotal(rows[0]?.nombre ?? 0)
  return {
    fichier: 'paiements',
    titre: 'Versements',
    criteres: await criteres(db, filtres),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: (take) =>
      readInBatches(db, selectLignes(where, filtres.tri), LIGNES_PAR_TRANCHE, async (lignes) =>
        take(await toRangees(db, lignes)),
      ),
    totaux: 'Total des versements comptés',
    comptees: { column: ETAT, words: COMPTES },
    groupes: ['Mode', 'État'],
    vide: 'Aucun versement pour ces critères.',
  }
}

const selectLignes = (where: RawBuilder<unknown>, tri: VersementsFiltres['tri']) => sql<Ligne>`
  select p.id, p.date_paiement, p.versement, p.recu_annee, p.recu_numero, p.mode, p.banque, p.reference,
    case when p.remise_id is not null then '{}'::json end as remise, p.encaisse_le, p.rejete_le, h.nom_complet as client, v.bien_id
  from paiements p join ventes v on v.id = p.vente_id join clients h on h.id = p.detenteur_id
  where ${where} order by ${orderVersements(tri)}`

async function toRangees(db: Db, lignes: readonly Ligne[]): Promise<Rangee[]> {
  const biens = await describeBiens(db, [...new Set(lignes.map(({ bien_id }) => bien_id))])
  return lignes.map((ligne) => {
    const bien = biens.get(ligne.bien_id)
    const etat = etatDuCheque(ligne)
    return [
      ligne.date_paiement,
      numeroRecu(ligne.recu_annee, ligne.recu_numero),
      ligne.client,
      bien ? libelleDuBien(bien.type, bien.numero) : '',
      bien?.residence ?? '',
      formatMode(ligne.mode),
      ligne.reference,
      ligne.banque,
      etat === null ? COMPTE : ETATS_CHEQUE[etat],
      ligne.versement,
    ]
  })
}

/** The filters in words: « Du 01/03/2026 au 31/03/2026 · Chèque · Les Jardins · Payé par : La CNL (aide) ». */
async function criteres(db: Db, filtres: VersementsFiltres): Promise<string[]> {
  const { recherche, residence, payeur_type } = filtres
  const said = [
    ...criteresDePaiement(filtres),
    ...(await describeLieu(db, { residence_id: residence })),
    payeur_type === undefined
      ? ''
      : `Payé par : ${payeur_type === LE_CLIENT ? PAR_LE_CLIENT : PAYEURS[payeur_type]}`,
    recherche === '' ? '' : `Recherche « ${printTexte(recherche)} »`,
  ].filter(Boolean)
  return said.length > 0 ? said : ['Tous les versements']
}

/** The filters of payments in words, for the line under a title: « Chèque », « BNA », « Du 01/03/2026 au 31/03/2026 », « Encaissés ». */
export function criteresDePaiement(filtres: FiltresDePaiement): string[] {
  const { mode, banque, du, au, etat } = readFiltres(filtres) ?? {}
  return [
    describePeriode({ du, au }),
    mode === undefined ? '' : formatMode(mode === SANS_MODE ? null : mode),
    banque === undefined ? '' : printTexte(banque),
    etat === undefined ? '' : ETATS_CHERCHES[etat],
  ].filter(Boolean)
}
