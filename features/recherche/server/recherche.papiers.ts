import { sql } from 'kysely'
import { bienDecrit, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { PAR_PAGE as BONS_PAR_PAGE } from '#features/charges/server/charges.tree.ts'
import type { readPapier } from '#features/papiers/papiers.rules.ts'
import { formatMode, readMode } from '#features/paiements/modes.ts'
import { hasOrigine, hasRecu, readOrigine } from '#features/paiements/server/paiements.recherche.ts'
import { numeroCloture, numeroDossier, numeroPapier, numeroRecu, readRecu } from '#shared/numero.ts'
import { PAR_PAGE as PAIEMENTS_PAR_PAGE } from '#features/paiements/server/paiements.read.ts'
import { PAR_GENRE } from '#features/recherche/recherche.contract.ts'
import { searchedIn } from '#features/recherche/server/recherche.biens.ts'
import { formatMontant } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { designationDuLieu } from '#shared/nommer.ts'
import { libelleDuPapier, typeDeSerie } from '#shared/papiers.ts'
import { motsOf, readGenre } from '#shared/texte.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, type Valeur } from '#server/database/lists.ts'
import { libelleDuBien } from '#shared/biens.ts'

/** Payments with their bien, their client, and the page of the bien's payments on which they stand. Amounts in centimes. */
const selectPaiements = (db: Db) =>
  db
    .selectFrom('paiements as p')
    .innerJoin('ventes as v', 'v.id', 'p.vente_id')
    .innerJoin('clients as c', 'c.id', 'v.client_id')
    .select(['p.id', 'p.recu_annee', 'p.recu_numero', 'p.versement', 'p.date_paiement'])
    .select(['p.mode', 'p.banque', 'p.reference', 'p.rejete_le'])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])
    .select([
      bienDecrit('v.bien_id').as('bien'),
      sql<number>`(
        select count(*) / ${PAIEMENTS_PAR_PAGE}::bigint + 1 from paiements q join ventes w on w.id = q.vente_id
        where w.bien_id = v.bien_id and (q.date_paiement, q.id) > (p.date_paiement, p.id))`.as('page'),
    ])

/** Numbers of a receipt that a search may name: its own, and that of the paper given before Diyar; each null when it names none. */
export interface RecuCherche {
  recu: ReturnType<typeof readRecu>
  origine: string | null
}

/** Reads the receipt that a search names; null when it names none. A short number alone is a lot, a place or a phone. */
export function readRecuCherche(texte: string): RecuCherche | null {
  const recu = readRecu(texte)
  const origine = readOrigine(texte)
  const named =
    origine !== null &&
    (readGenre(texte).genre === 'recu' || (ORIGINE.test(origine) && motsOf(origine).length === 1))
  return recu || named ? { recu, origine: named ? origine : null } : null
}
/** Digits with another sign, or four of them. */
const ORIGINE = /\d.*[^\d]|[^\d].*\d|\d{4}/

/** Payments by the numbers of their receipts, the latest year first. */
export function findRecus(db: Db, { recu, origine }: RecuCherche, valeur: Valeur) {
  const ids = [
    ...(recu === null ? [] : [sql`select p.id from paiements p where ${hasRecu(recu, valeur)}`]),
    // `offset 0` keeps the planner, which cannot tell how many papers have the number, from walking all receipts until it has six hits.
    ...(origine === null
      ? []
      : [sql`(select p.id from paiements p where ${hasOrigine(origine, valeur)} offset 0)`]),
  ]
  return selectPaiements(db)
    .where(sql<boolean>`p.id = any(array(${sql.join(ids, sql` union all `)}))`)
    .orderBy('p.recu_annee', 'desc')
    .orderBy('p.recu_numero', 'desc')
    .limit(sql.lit(PAR_GENRE))
}

/** A reference needs this many characters in a row; shorter parts are in thousands of references. */
const SIGNES_REFERENCE = /[a-z0-9]{4}/

/** The text to search in references; null when it is too short. */
export const searchedInReferences = (texte: string): string | null =>
  motsOf(texte).some((mot) => SIGNES_REFERENCE.test(mot)) ? texte : null

/** Payments whose reference contains the words, the latest first. */
export function findPaiements(db: Db, cherche: string, valeur: Valeur) {
  const found = db
    .selectFrom('paiements')
    .where('reference', 'is not', null)
    .where(containsMots(sql<string>`normaliser(reference)`, cherche, valeur))
    .select(['id', 'date_paiement'])
    // `offset 0` keeps the planner, which cannot tell how many references have the words, from walking all days until it has six hits.
    .offset(sql.lit(0))
  const hits = db
    .selectFrom(found.as('f'))
    .select('f.id')
    .orderBy('f.date_paiement', 'desc')
    .orderBy('f.id', 'desc')
    .limit(sql.lit(PAR_GENRE))
  return selectPaiements(db)
    .where('p.id', 'in', hits)
    .orderBy('p.date_paiement', 'desc')
    .orderBy('p.id', 'desc')
}

export type Recu = Awaited<ReturnType<ReturnType<typeof findRecus>['execute']>>[number]
export type PaiementTrouve = Recu

/** A payment below its title: « Chèque BNA 0012345, 1 500 000,00 DA, rejeté ». An unknown mode is left out. */
function ditPaiement(row: Recu, quoi: string): string {
  const { mode, banque, reference, rejete_le } = row
  const moyen = mode === null ? '' : [formatMode(readMode(mode)), banque, reference].filter(Boolean).join(' ')
  return [moyen, quoi, rejete_le === null ? '' : 'rejeté'].filter(Boolean).join(', ')
}

const toLigne = ({ id, client_id, client_nom, bien, page }: Recu) => ({
  id,
  client_id,
  client_nom,
  paiement: { bien: { type: bien.type, id: bien.id }, page },
})

/** « Reçu N° 2026-000123 », « Chèque BNA 0012345, 1 500 000,00 DA le 12 mars 2026, Appartement 302, rejeté ». */
export function toRecu(row: Recu) {
  const { recu_annee, recu_numero, versement, date_paiement, bien } = row
  const quoi = `${formatMontant(versement)} le ${formatJourLong(date_paiement)}, ${libelleDuBien(bien.type, bien.numero)}`
  return {
    ...toLigne(row),
    titre: `Reçu N° ${numeroRecu(recu_annee, recu_numero)}`,
    lieu: ditPaiement(row, quoi),
  }
}

/** « Reçu 2026-000123 », « Chèque BNA 0012345, 1 500 000,00 DA ». */
export const toPaiementTrouve = (row: PaiementTrouve) => ({
  ...toLigne(row),
  titre: `Reçu ${numeroRecu(row.recu_annee, row.recu_numero)}`,
  lieu: ditPaiement(row, formatMontant(row.versement)),
})

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

/** The document with this number, cancelled or not; `id` is that of its vente, or of its bloc when it names no vente. */
export const findDocuments = (
  db: Db,
  { annee, serie, numero }: NonNullable<ReturnType<typeof readPapier>>,
  valeur: Valeur,
) =>
  db
    .selectFrom('documents as d')
    .leftJoin('ventes as v', 'v.id', 'd.vente_id')
    .leftJoin('clients as c', 'c.id', 'v.client_id')
    .leftJoin('blocs as o', (join) => join.onRef('o.id', '=', 'd.bloc_id').on('d.vente_id', 'is', null))
    .leftJoin('residences as r', 'r.id', 'o.residence_id')
    .where('d.serie', '=', valeur(serie, 'text'))
    .where('d.annee', '=', valeur(annee, 'bigint'))
    .where('d.numero', '=', valeur(numero, 'bigint'))
    .select(['d.serie', 'd.annee', 'd.numero', 'd.etabli_le', 'd.variante'])
    .select((eb) => [
      eb.fn.coalesce('d.vente_id', 'd.bloc_id').$notNull().as('id'),
      sql<BienDecrit | null>`${bienDecrit('v.bien_id')}`.as('bien'),
    ])
    .select(['o.nomloc as bloc', 'o.residence_id', 'r.nom as residence'])
    .select(['c.id as client_id', 'c.nom_complet as client_nom'])

export type DocumentTrouve = Awaited<ReturnType<ReturnType<typeof findDocuments>['execute']>>[number]

/**
 * « Attestation de paiement 2026-AP-0012 », « 12 mars 2026, Appartement A-12, Résidence El Yasmine »; a paper of a bloc alone is in
 * « Bloc A, Résidence El Yasmine ».
 */
export function toDocumentTrouve({
  serie,
  annee,
  numero,
  etabli_le,
  variante,
  bien,
  bloc,
  residence,
  ...row
}: DocumentTrouve) {
  const lieu = bien
    ? [libelleDuBien(bien.type, bien.numero), bien.residence]
    : [designationDuLieu({ bloc: bloc ?? '', residence: residence ?? '' })]
  return {
    ...row,
    titre: `${libelleDuPapier(typeDeSerie(serie), variante)} ${numeroPapier(annee, serie, numero)}`,
    lieu: [formatJourLong(etabli_le), ...lieu].filter(Boolean).join(', '),
  }
}

/** The closing of a till with this number. */
export const findClotures = (db: Db, { annee, numero }: { annee: number; numero: number }, valeur: Valeur) =>
  db
    .selectFrom('clotures as c')
    .where('c.annee', '=', valeur(annee, 'bigint'))
    .where('c.numero', '=', valeur(numero, 'bigint'))
    .select(['c.id', 'c.annee', 'c.numero', 'c.jour', 'c.membre_id', 'c.membre_nom'])

export type ClotureTrouvee = Awaited<ReturnType<ReturnType<typeof findClotures>['execute']>>[number]

/** « Clôture de caisse 2026-C-0012 », « 12 mars 2026, Nadia Haddad ». */
export const toClotureTrouvee = ({ id, annee, numero, jour, membre_id, membre_nom }: ClotureTrouvee) => ({
  id,
  titre: `Clôture de caisse ${numeroCloture(annee, numero)}`,
  lieu: `${formatJourLong(jour)}, ${membre_nom}`,
  cloture: { jour, membre_id },
})

/** The text to search in vouchers; null for words of one or two characters, which too many lines contain. */
export function searchedInBons(texte: string): string | null {
  const cherche = searchedIn('bon', texte)
  return cherche !== texte || motsOf(cherche).some((mot) => mot.length > 2) ? cherche : null
}

/** Vouchers with the words in their reference, their fournisseur or a line, the latest first, with the pages where category and voucher stand. */
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
    .select(['id', 'reference', 'date_bon', 'categorie_bon_id', 'fournisseur'])
    .orderBy('date_bon', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAR_GENRE))
  return db
    .selectFrom(newest.as('b'))
    .innerJoin('categories_bons as c', 'c.id', 'b.categorie_bon_id')
    .select(['b.id', 'b.reference', 'b.date_bon', 'b.fournisseur', 'c.id as categorie_id', 'c.nom'])
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

/** « BC-12 », « Bon d'achat du 12 mars 2026, Gros œuvre, Sarl Béton : Ciment CPJ 42,5 ». */
export function toBon({
  id,
  reference,
  date_bon,
  nom,
  fournisseur,
  designation,
  categorie_id,
  page,
  page_categorie,
}: Bon) {
  const bought = designation === null ? '' : ` : ${designation}`
  return {
    id,
    titre: reference,
    lieu: `Bon d'achat du ${formatJourLong(date_bon)}, ${[nom, fournisseur].filter(Boolean).join(', ')}${bought}`,
    bon: { categorie_id, page_categorie, page },
  }
}
