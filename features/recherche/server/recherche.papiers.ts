import { sql } from 'kysely'
import { bienDecrit } from '#features/biens/server/biens.read.ts'
import { PAR_PAGE as BONS_PAR_PAGE } from '#features/charges/server/lignes.service.ts'
import {
  libelleDuPapier,
  numeroPapier,
  typeDeSerie,
  type lirePapier,
} from '#features/documents/papiers.rules.ts'
import { CODES_MODE, formatMode, type Mode } from '#features/paiements/modes.ts'
import { numeroDossier, numeroRecu } from '#shared/numero.ts'
import { PAR_PAGE as PAIEMENTS_PAR_PAGE } from '#features/paiements/server/paiements.read.ts'
import { PAR_GENRE } from '#features/recherche/recherche.rules.ts'
import { cherchePour } from '#features/recherche/server/recherche.biens.ts'
import { formatMontant } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { PAPIERS } from '#shared/papiers.ts'
import { motsOf } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, hidden, type Valeur } from '#server/database/mots.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** Payments with what leads to each: its bien, its client and the page of the bien's payments on which it is. */
const selectPaiements = (db: Db) =>
  db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .select(['p.id', 'p.recu_annee', 'p.recu_numero', 'p.versement', 'p.date_paiement'])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])
    .select([
      bienDecrit('v.bien_id').as('bien'),
      sql<number>`(
        select count(*) / ${PAIEMENTS_PAR_PAGE}::bigint + 1 from paiements q join ventes w on w.id = q.vente_id
        where w.bien_id = v.bien_id and (q.date_paiement, q.id) > (p.date_paiement, p.id))`.as('page'),
    ])

/**
 * Payments by their receipt's number, the latest year first.
 * @param recu as `lireRecu` reads it; without a year, of any
 */
export function findRecus(db: Db, recu: { annee: number | null; numero: number }, valeur: Valeur) {
  return selectPaiements(db)
    .where('p.recu_numero', '=', valeur(recu.numero, 'bigint'))
    .where((eb) =>
      // The years are named, for the index of receipts begins with them.
      recu.annee === null
        ? eb('p.recu_annee', 'in', eb.selectFrom('recus').select('annee'))
        : eb('p.recu_annee', '=', valeur(recu.annee, 'bigint')),
    )
    .orderBy('p.recu_annee', 'desc')
    .limit(sql.lit(PAR_GENRE))
}

/** Fewer signs than these in a row are in thousands of references, and mean none. */
const SIGNES_REFERENCE = /[a-z0-9]{4}/

/** What a payment is looked for by in its reference; null when that is too little to mean one. */
export const cherchePourReference = (texte: string): string | null =>
  motsOf(texte).some((mot) => SIGNES_REFERENCE.test(mot)) ? texte : null

/** Payments whose reference, the number of a cheque or of a virement, has the words, the latest first. */
export function findPaiements(db: Db, cherche: string, valeur: Valeur) {
  const found = db
    .selectFrom('paiements')
    .where('reference', 'is not', null)
    .where(containsMots(sql<string>`normaliser(reference)`, cherche, valeur))
    .select(['id', 'date_paiement'])
    // A planner that does not see how rare it is might walk all days until it has six.
    .$if(valeur === hidden, (tous) => tous.offset(sql.lit(0)))
  const hits = db
    .selectFrom(found.as('f'))
    .select('f.id')
    .orderBy('f.date_paiement', 'desc')
    .orderBy('f.id', 'desc')
    .limit(sql.lit(PAR_GENRE))
  return selectPaiements(db)
    .where('p.id', 'in', hits)
    .select(['p.mode', 'p.banque', 'p.reference', 'p.rejete_le'])
    .orderBy('p.date_paiement', 'desc')
    .orderBy('p.id', 'desc')
}

/** What a bien of each kind is called here, as in the titles of those that are found. */
const MOTS = { appartement: 'Lot', local: 'Local', place_parking: 'Place' } as const satisfies Record<
  TypeBien,
  string
>

export type Recu = Awaited<ReturnType<ReturnType<typeof findRecus>['execute']>>[number]

/** « Reçu N° 2026-000123 », « 1 500 000,00 DA le 12 mars 2026, Lot 302 ». */
export function toRecu({
  recu_annee,
  recu_numero,
  versement,
  date_paiement,
  bien: { type, id, numero },
  page,
  ...row
}: Recu) {
  return {
    ...row,
    titre: `Reçu N° ${numeroRecu(recu_annee, recu_numero)}`,
    lieu: `${formatMontant(versement)} le ${formatJourLong(date_paiement)}, ${MOTS[type]} ${numero}`,
    paiement: { bien: { type, id }, page },
  }
}

/** The sale whose dossier has this number, open or ended. */
export const findVentes = (db: Db, dossier: { annee: number; numero: number }, valeur: Valeur) =>
  db
    .selectFrom('ventes as v')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('v.dossier_annee', '=', valeur(dossier.annee, 'bigint'))
    .where('v.dossier_numero', '=', valeur(dossier.numero, 'bigint'))
    .select(['v.id', 'v.dossier_annee', 'v.dossier_numero', bienDecrit('v.bien_id').as('bien')])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])

export type Vente = Awaited<ReturnType<ReturnType<typeof findVentes>['execute']>>[number]

/** « Dossier 2026-D-0012 », « Appartement A-12, Résidence El Yasmine ». */
export const toVente = ({ dossier_annee, dossier_numero, bien, ...row }: Vente) => ({
  ...row,
  titre: `Dossier ${numeroDossier(dossier_annee, dossier_numero)}`,
  lieu: [libelleDuBien(bien.type, bien.numero), bien.residence].filter(Boolean).join(', '),
})

/** The paper that has this number, cancelled ones too: what leads to its vente. */
export const findDocuments = (
  db: Db,
  { annee, serie, numero }: NonNullable<ReturnType<typeof lirePapier>>,
  valeur: Valeur,
) =>
  db
    .selectFrom('documents as d')
    .innerJoin('ventes as v', 'v.id', 'd.vente_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .where('d.serie', '=', valeur(serie, 'text'))
    .where('d.annee', '=', valeur(annee, 'bigint'))
    .where('d.numero', '=', valeur(numero, 'bigint'))
    .select([
      'v.id',
      'd.serie',
      'd.annee',
      'd.numero',
      'd.etabli_le',
      'd.montant',
      bienDecrit('v.bien_id').as('bien'),
    ])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])

export type DocumentTrouve = Awaited<ReturnType<ReturnType<typeof findDocuments>['execute']>>[number]

/** « Attestation de paiement 2026-AP-0012 », « 12 mars 2026, Appartement A-12, Résidence El Yasmine ». */
export function toDocumentTrouve({ serie, annee, numero, etabli_le, montant, bien, ...row }: DocumentTrouve) {
  const type = typeDeSerie(serie)
  return {
    ...row,
    titre: `${libelleDuPapier(type, montant)} ${numeroPapier(annee, PAPIERS[type].serie, numero)}`,
    lieu: [formatJourLong(etabli_le), libelleDuBien(bien.type, bien.numero), bien.residence]
      .filter(Boolean)
      .join(', '),
  }
}

const readMode = (mode: string | null): Mode | null => CODES_MODE.find((code) => code === mode) ?? null

export type PaiementTrouve = Awaited<ReturnType<ReturnType<typeof findPaiements>['execute']>>[number]

/** « Reçu 2026-000123 », « Chèque BNA 0012345, 1 500 000,00 DA ». */
export function toPaiementTrouve({
  recu_annee,
  recu_numero,
  versement,
  bien: { type, id },
  page,
  mode,
  banque,
  reference,
  rejete_le,
  date_paiement: _jour,
  ...row
}: PaiementTrouve) {
  const moyen = [formatMode(readMode(mode)), banque, reference].filter(Boolean).join(' ')
  return {
    ...row,
    titre: `Reçu ${numeroRecu(recu_annee, recu_numero)}`,
    lieu: [moyen, formatMontant(versement), rejete_le === null ? '' : 'rejeté'].filter(Boolean).join(', '),
    paiement: { bien: { type, id }, page },
  }
}

/** What a voucher is looked for by. Null for words of one or two signs only: too many lines contain them. */
export function cherchePourBon(texte: string): string | null {
  const cherche = cherchePour('bon', texte)
  return cherche !== texte || motsOf(cherche).some((mot) => mot.length > 2) ? cherche : null
}

/**
 * Vouchers whose reference, or one of whose lines, has the words, the latest first, each with the page of the categories and
 * the page of its category on which it is.
 */
export function findBons(db: Db, cherche: string, valeur: Valeur) {
  const bought = containsMots('l.recherche', cherche, valeur)
  const hits = db
    .selectFrom('bons')
    .where(containsMots('recherche', cherche, valeur))
    .select('id')
    .union(db.selectFrom('lignes as l').where(bought).select('l.bon_id as id'))
  const newest = db
    .selectFrom('bons')
    .where('id', 'in', hits)
    .select(['id', 'reference', 'date_bon', 'categorie_bon_id'])
    .orderBy('date_bon', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(newest.as('b'))
    .innerJoin('categories_bons as c', 'c.id', 'b.categorie_bon_id')
    .select(['b.id', 'b.reference', 'b.date_bon', 'c.id as categorie_id', 'c.nom'])
    .select([
      sql<
        string | null
      >`(select l.designation from lignes l where l.bon_id = b.id and ${bought} order by l.id limit 1)`.as(
        'designation',
      ),
      sql<number>`(
        select count(*) / ${BONS_PAR_PAGE}::bigint + 1 from bons w
        where w.categorie_bon_id = b.categorie_bon_id and (w.date_bon, w.id) > (b.date_bon, b.id))`.as(
        'page',
      ),
      sql<number>`(
        select count(*) / ${BONS_PAR_PAGE}::bigint + 1 from categories_bons w where w.id > b.categorie_bon_id)`.as(
        'page_categorie',
      ),
    ])
    .orderBy('b.date_bon', 'desc')
    .orderBy('b.id', 'desc')
}

export type Bon = Awaited<ReturnType<ReturnType<typeof findBons>['execute']>>[number]

/** « BC-12 », « Bon d’achat du 12 mars 2026, Gros œuvre : Ciment CPJ 42,5 ». */
export function toBon({
  id,
  reference,
  date_bon,
  nom,
  designation,
  categorie_id,
  page,
  page_categorie,
}: Bon) {
  const bought = designation === null ? '' : ` : ${designation}`
  return {
    id,
    titre: reference,
    lieu: `Bon d’achat du ${formatJourLong(date_bon)}, ${nom}${bought}`,
    bon: { categorie_id, page_categorie, page },
  }
}
