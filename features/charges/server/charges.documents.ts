import { readRegles } from '#features/charges/server/reglements.read.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import { checkLongueur, sumCentimes, type PromoteurImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

interface LigneImprimee {
  designation: string
  prixUnitaire: Centimes
  quantite: number
}

export interface BonImprime {
  reference: string
  date: Jour
  /** Fournisseur and residence of the voucher, null where it names none. */
  fournisseur: string | null
  residence: string | null
  /** Amount paid of the voucher. */
  regle: Centimes
  lignes: readonly LigneImprimee[]
}

/** The vouchers to print, amounts in centimes (D3 §7 generate-pdf). With 'bon', one category holds one voucher. */
export interface ModeleBons {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  portee: 'bon' | 'categorie' | 'tous'
  categories: readonly { nom: string; bons: readonly BonImprime[] }[]
}

/** The most rows that one PDF prints; each voucher counts three rows besides its lines. */
const LIGNES_BONS_MAX = 12_000

/** Rows of these vouchers on paper. */
export const countLignes = (categories: ModeleBons['categories']): number =>
  sumCentimes(categories.flatMap(({ bons }) => bons.map((un) => un.lignes.length + 3)))

/** Refuses more rows than one PDF holds. @throws documentTropLong (422) */
export const checkLignesDeBons = (rows: number): void =>
  checkLongueur(rows, LIGNES_BONS_MAX, 'Imprimez plutôt les bons catégorie par catégorie.')

/** The vouchers to print; `bon_id` wins over `categorie_id` (Q202). */
export interface Demande {
  bon_id?: number | undefined
  categorie_id?: number | undefined
}

/** The vouchers to print, amounts in centimes, and the file's name (D3 §7, §9). @throws introuvable, documentTropLong */
export async function bonsModele(db: Db, demande: Demande): Promise<{ modele: ModeleBons; name: string }> {
  const { portee, categories, name } = await readScope(db, demande)
  const promoteur = await promoteurPourDocuments(db)
  return { modele: { promoteur, etabliLe: aujourdhui(), portee, categories }, name }
}

type Scope = Pick<ModeleBons, 'portee' | 'categories'> & { name: string }

async function readScope(db: Db, { bon_id, categorie_id }: Demande): Promise<Scope> {
  if (bon_id !== undefined) return readBon(db, bon_id)
  if (categorie_id !== undefined) return readCategorie(db, categorie_id)
  return readAll(db)
}

async function readBon(db: Db, id: number): Promise<Scope> {
  const [bon] = await bons(db).where('b.id', '=', id).execute()
  if (!bon) throw refuse(communesErreurs.introuvable)
  const categories = [{ nom: bon.nom, bons: await withLignes(db, [bon]) }]
  return { portee: 'bon', categories, name: `Bon_${bon.reference}.pdf` }
}

async function readCategorie(db: Db, id: number): Promise<Scope> {
  const categorie = await db
    .selectFrom('categories_bons')
    .select('nom')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!categorie) throw refuse(communesErreurs.introuvable)
  const rows = await bons(db).where('b.categorie_bon_id', '=', id).execute()
  return {
    portee: 'categorie',
    categories: [{ nom: categorie.nom, bons: await withLignes(db, rows) }],
    name: `Categorie_${categorie.nom}.pdf`,
  }
}

/** The rows are counted first, so that a document too long is refused before the lines are read. */
async function readAll(db: Db): Promise<Scope> {
  const rows = (await count(db, 'lignes')) + 3 * (await count(db, 'bons'))
  checkLignesDeBons(rows)
  const all = await bons(db).execute()
  const printed = await withLignes(db, all)
  const byCategorie = groupBy(
    all.map((bon, rank) => ({ ...bon, printed: printed[rank] })),
    ({ categorie_bon_id }) => categorie_bon_id,
  )
  const categories = await db.selectFrom('categories_bons').select(['id', 'nom']).execute()
  return {
    portee: 'tous',
    categories: categories
      .toSorted((a, b) => a.nom.localeCompare(b.nom, 'fr') || a.id - b.id)
      .map(({ id, nom }) => ({
        nom,
        bons: (byCategorie.get(id) ?? []).flatMap(({ printed: bon }) => bon ?? []),
      })),
    name: 'All_PurchaseOrders.pdf',
  }
}

const bons = (db: Db) =>
  db
    .selectFrom('bons as b')
    .innerJoin('categories_bons as c', 'c.id', 'b.categorie_bon_id')
    .leftJoin('residences as r', 'r.id', 'b.residence_id')
    .select(['b.id', 'b.reference', 'b.date_bon', 'b.categorie_bon_id', 'b.fournisseur', 'c.nom'])
    .select('r.nom as residence')
    .orderBy('b.date_bon')
    .orderBy('b.id')

async function withLignes(
  db: Db,
  rows: (Pick<BonImprime, 'reference' | 'fournisseur' | 'residence'> & { id: number; date_bon: Jour })[],
): Promise<BonImprime[]> {
  const regles = await readRegles(
    db,
    rows.map(({ id }) => id),
  )
  const lignes = await db
    .selectFrom('lignes')
    .select(['bon_id', 'designation', 'prix_unitaire as prixUnitaire', 'quantite'])
    .where(({ eb, val }) => eb('bon_id', '=', eb.fn.any(val(rows.map(({ id }) => id)))))
    .orderBy('id')
    .execute()
  const byBon = groupBy(lignes, ({ bon_id }) => bon_id)
  return rows.map(({ id, reference, date_bon, fournisseur, residence }) => ({
    reference,
    date: date_bon,
    fournisseur,
    residence,
    regle: regles.get(id) ?? 0,
    lignes: byBon.get(id) ?? [],
  }))
}
