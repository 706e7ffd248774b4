import { sql } from 'kysely'
import { describeBiens } from '#features/biens/server/biens.read.ts'
import {
  ETATS_CHEQUE,
  etatDuCheque,
  formatMode,
  PAR_LE_CLIENT,
  PAYEURS,
  type Mode,
} from '#features/paiements/modes.ts'
import { criteresDePaiement } from '#features/paiements/server/paiements.criteres.ts'
import { conditions } from '#features/paiements/server/versements.service.ts'
import { LE_CLIENT, type VersementsFiltres } from '#features/paiements/versements.contract.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import { numeroRecu } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import type { ColonneDeListe, Liste } from '#server/documents/liste.ts'
import { checkLongueur, printTexte } from '#server/documents/papier.ts'

/** Rows of a workbook: several years of an office, and what the server can hold while it is made. */
const LIGNES_MAX = 200_000
/** What is said of the état of a payment that is no cheque: it counts. */
const COMPTE = 'Compté'

const COLONNES: readonly ColonneDeListe[] = [
  { title: 'Date', kind: 'jour', width: 12, mm: 20 },
  { title: 'Reçu', kind: 'texte', width: 14, mm: 25, total: 'nombre' },
  { title: 'Client', kind: 'texte', width: 34, mm: 48 },
  { title: 'Bien', kind: 'texte', width: 24, mm: 36 },
  { title: 'Résidence', kind: 'texte', width: 26, mm: 34 },
  { title: 'Mode', kind: 'texte', width: 20, mm: 23 },
  { title: 'Référence', kind: 'texte', width: 30, mm: 34 },
  { title: 'État', kind: 'texte', width: 12, mm: 20 },
  { title: 'Versement', kind: 'montant', width: 20, mm: 31, total: 'somme' },
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

/** All payments that the filters leave, as the screen lists them: the rejected ones are there, and in no sum. Amounts in centimes. @throws documentTropLong (422) above 200,000 rows */
export async function readVersementsListe(db: Db, filtres: VersementsFiltres): Promise<Liste> {
  const lignes = await readLignes(db, filtres)
  const biens = await describeBiens(db, [...new Set(lignes.map(({ bien_id }) => bien_id))])
  return {
    fichier: 'paiements',
    titre: 'Versements',
    reference: (await criteres(db, filtres)).join(' · '),
    promoteur: await promoteurPourDocuments(db),
    etabliLe: aujourdhui(),
    colonnes: COLONNES,
    lignes: lignes.map((ligne) => {
      const bien = biens.get(ligne.bien_id)
      const etat = etatDuCheque(ligne)
      return [
        ligne.date_paiement,
        numeroRecu(ligne.recu_annee, ligne.recu_numero),
        ligne.client,
        bien ? libelleDuBien(bien.type, bien.numero) : '',
        bien?.residence ?? '',
        formatMode(ligne.mode),
        [ligne.reference, ligne.banque].filter(Boolean).join(' · '),
        etat === null ? COMPTE : ETATS_CHEQUE[etat],
        ligne.versement,
      ]
    }),
    totaux: 'Total des versements comptés',
    comptees: { column: ETAT, words: COMPTES },
    vide: 'Aucun versement pour ces critères.',
  }
}

async function readLignes(db: Db, filtres: VersementsFiltres): Promise<Ligne[]> {
  const where = conditions(filtres)
  const counted = await sql<{ nombre: number }>`
    select count(*) as nombre from paiements p where ${where}`.execute(db)
  checkLongueur(counted.rows[0]?.nombre ?? 0, LIGNES_MAX, 'Choisissez une période plus courte.')
  const { rows } = await sql<Ligne>`
    select p.id, p.date_paiement, p.versement, p.recu_annee, p.recu_numero, p.mode, p.banque, p.reference,
      case when p.remise_id is not null then '{}'::json end as remise, p.encaisse_le, p.rejete_le, c.nom_complet as client, v.bien_id
    from paiements p join ventes v on v.id = p.vente_id join clients c on c.id = v.client_id
    where ${where} order by p.date_paiement desc, p.id desc`.execute(db)
  return rows
}

/** « Du 01/03/2026 au 31/03/2026 · Chèque · Les Jardins · Payé par : La CNL (aide) · Recherche « benali » ». */
async function criteres(db: Db, filtres: VersementsFiltres): Promise<string[]> {
  const { recherche, residence, payeur_type } = filtres
  const chosen =
    residence === undefined
      ? undefined
      : await db.selectFrom('residences').select('nom').where('id', '=', residence).executeTakeFirst()
  const said = [
    ...criteresDePaiement(filtres),
    chosen ? printTexte(chosen.nom) : '',
    payeur_type === undefined
      ? ''
      : `Payé par : ${payeur_type === LE_CLIENT ? PAR_LE_CLIENT : PAYEURS[payeur_type]}`,
    recherche === '' ? '' : `Recherche « ${printTexte(recherche)} »`,
  ].filter(Boolean)
  return said.length > 0 ? said : ['Tous les versements']
}
