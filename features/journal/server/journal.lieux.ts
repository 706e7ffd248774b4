import { sql } from 'kysely'
import { isObjet, type Objet } from '#features/journal/journal.mots.ts'
import { nomDe } from '#features/journal/journal.titres.ts'
import type { Ligne } from '#features/journal/server/journal.read.ts'
import type { Db } from '#server/database/db.ts'

/** Where a record is shown, and what it is called now. Nulls once it is no more. */
interface Lieu {
  lien: string | null
  titre: string | null
}
const NULLE_PART: Lieu = { lien: null, titre: null }

/** The keys that links are made of, besides those of names. */
type Lu = { vente_id?: number; parking_id?: number }

interface Table {
  /** From where, with the id as `id`, and what its name is made of, under the keys of the journal. */
  select: string
  lien: (id: number, lu: Lu) => string
}

const REGLAGES = '/parametres'
const CHARGES = '/charges'
const VENTES = '/ventes'
const deLaVente = (_id: number, { vente_id }: Lu) => `${VENTES}/${vente_id}`

/** Every kind of record: its table, what names it, and the screen that shows it. */
const TABLES: Readonly<Record<Exclude<Objet, 'parametres'>, Table>> = {
  appartement: {
    select: 'id, num_lot as "numLot" from appartements',
    lien: (id) => `/appartement?details=${id}`,
  },
  bloc: { select: 'id, nomloc from blocs', lien: () => '/bloc' },
  bon: { select: 'id, reference from bons', lien: () => CHARGES },
  categorie: { select: 'id, nom from categories_bons', lien: () => CHARGES },
  client: { select: 'id, nom_complet as "nomComplet" from clients', lien: (id) => `/clients/${id}` },
  'compte bancaire': {
    select: 'id, banque, numero from comptes_bancaires',
    lien: () => '/cheques?onglet=remises',
  },
  desistement: {
    select:
      'id, id as vente_id, dossier_annee, dossier_numero from ventes v where exists (select from desistements d where d.vente_id = v.id)',
    lien: deLaVente,
  },
  document: {
    select:
      "id, vente_id, annee || '-' || serie || '-' || lpad(numero::text, greatest(4, length(numero::text)), '0') as numero from documents",
    lien: deLaVente,
  },
  etage: { select: 'id, designation from etages', lien: () => '/etage' },
  import: { select: 'id, nom from imports', lien: (id) => `/importer?import=${id}` },
  ligne: { select: 'id, designation from lignes', lien: () => CHARGES },
  local: { select: 'id, num from locaux', lien: (id) => `/locaux?details=${id}` },
  membre: { select: 'id, name from membres', lien: () => '/users' },
  option: {
    select: 'id, nom from options',
    lien: () => `${VENTES}?onglet=options`,
  },
  paiement: { select: 'id, vente_id, recu_annee, recu_numero from paiements', lien: deLaVente },
  parking: { select: 'id, parking_nom from parkings', lien: (id) => `/parking?places=${id}` },
  place: {
    select: 'id, parking_id, numero_place from places_parking',
    lien: (_id, { parking_id }) => `/parking?places=${parking_id}`,
  },
  promoteur: { select: 'id, nom from promoteurs', lien: () => '/promoteur' },
  relance: {
    select:
      'r.id, r.vente_id, v.dossier_annee, v.dossier_numero from relances r join ventes v on v.id = r.vente_id',
    lien: deLaVente,
  },
  remboursement: {
    select:
      "id, vente_id, annee || '-R-' || lpad(numero::text, greatest(4, length(numero::text)), '0') as numero from remboursements",
    lien: deLaVente,
  },
  remise: {
    select:
      "id, annee || '-' || lpad(numero::text, greatest(4, length(numero::text)), '0') as numero from remises",
    lien: () => '/cheques?onglet=remises',
  },
  residence: { select: 'id, nom from residences', lien: (id) => `/bloc?residence=${id}` },
  revision: { select: 'id, motif from revisions_prix', lien: () => '/plan-de-vente' },
  sauvegarde: { select: 'id, fichier from sauvegardes', lien: () => REGLAGES },
  stade: { select: 'id, nom from stades', lien: () => REGLAGES },
  vente: {
    select: 'id, dossier_annee, dossier_numero from ventes',
    lien: (id) => `${VENTES}/${id}`,
  },
}

/** Where the records of these lines are shown and what they are called now, in one statement for each kind. */
export async function readLieux(
  db: Db,
  lignes: readonly Ligne[],
): Promise<(ligne: Pick<Ligne, 'objet' | 'objet_id'>) => Lieu> {
  const parObjet = new Map<Exclude<Objet, 'parametres'>, Set<number>>()
  for (const { objet, objet_id } of lignes)
    if (isObjet(objet) && objet !== 'parametres' && objet_id !== null)
      parObjet.set(objet, (parObjet.get(objet) ?? new Set()).add(objet_id))
  const lieux = new Map<string, Lieu>()
  for (const [objet, ids] of parObjet) {
    const { select, lien } = TABLES[objet]
    const { rows } = await sql<Lu & { id: number }>`
      select * from (select ${sql.raw(select)}) t where id = any (${[...ids]}::bigint[])`.execute(db)
    for (const row of rows) {
      const { id, ...lu } = row
      lieux.set(`${objet} ${id}`, { lien: lien(id, lu), titre: nomDe(objet, lu) })
    }
  }
  return ({ objet, objet_id }) =>
    objet === 'parametres'
      ? { lien: REGLAGES, titre: null }
      : (lieux.get(`${objet} ${objet_id}`) ?? NULLE_PART)
}
