import { sql } from 'kysely'
import { journalErreurs } from '#features/journal/journal.erreurs.ts'
import { changementsDe, titreDe, nomDe } from '#features/journal/journal.lignes.ts'
import type { JournalFiltres, JournalQuery, LigneDuJournal } from '#features/journal/journal.contract.ts'
import { describeAction, describeObjet, isObjet, type Objet } from '#features/journal/journal.mots.ts'
import { readBornes, readHistorique, readIds, type Bornes } from '#features/journal/server/journal.requete.ts'
import {
  type Adresse,
  appartementAt,
  blocsOf,
  clientAt,
  dossierAt,
  importAt,
  localAt,
  optionsAt,
  placesOf,
  remisesAt,
  screens,
} from '#shared/paths.ts'
import type { Db } from '#server/database/db.ts'
import { inCancellableSnapshot, inTimedSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'
import { overloadError, createQueue, type RunOptions } from '#server/http/overload.ts'
import { SEARCH, SLOW_WORKS } from '#server/limits.ts'

export interface Ligne {
  id: number
  quand: Date
  membre_nom: string
  action: string
  objet: string
  objet_id: number | null
  avant: unknown
  apres: unknown
}

const PAR_PAGE = { sinon: 50, max: 200 }

/** A page of the journal, the newest lines first; `suivant` is null on the last page. Lines are not counted, which would read them all. */
export async function listJournal(
  db: Db,
  { avant, per_page, ...filtres }: JournalQuery,
): Promise<{
  data: LigneDuJournal[]
  suivant: number | null
  membres: { id: number; name: string }[] | null
}> {
  const limite = Math.min(Math.max(per_page ?? PAR_PAGE.sinon, 1), PAR_PAGE.max)
  const bornes = await readBornes(db, filtres, avant)
  // One extra id tells whether another page follows.
  const ids = await readIdsOf(db, filtres, bornes, limite + 1)
  const montrees = ids.slice(0, limite)
  const lignes = await readLignes(db, montrees)
  return {
    data: await describeLines(db, lignes),
    suivant: ids.length > limite ? (montrees.at(-1) ?? null) : null,
    membres: avant === undefined ? await listMembres(db) : null,
  }
}

/** The newest ids, at most `limite`, of one record's history or of the whole journal. @param bornes the range of ids to read */
export function readIdsOf(
  db: Db,
  filtres: JournalFiltres,
  bornes: Bornes,
  limite: number,
): Promise<number[]> {
  const { objet, objet_id } = filtres
  // An id without its kind names no record.
  if (objet === '' || objet_id === undefined) return readIds(db, filtres, bornes, limite)
  return readHistorique(db, { objet, id: objet_id }, filtres, bornes, limite)
}

export async function readLignes(db: Db, ids: readonly number[]): Promise<Ligne[]> {
  const { rows } = await sql<Ligne>`
    select id, quand, membre_nom, action, objet, objet_id, avant, apres from journal
    where id = any (${ids}::bigint[]) order by id desc`.execute(db)
  return rows
}

async function describeLines(db: Db, lignes: readonly Ligne[]): Promise<LigneDuJournal[]> {
  const lieux = await readLieux(db, lignes)
  return lignes.map((ligne) => {
    const { id, quand, membre_nom, action, objet, objet_id } = ligne
    const lieu = lieux(ligne)
    return {
      id,
      quand: quand.toISOString(),
      membre: membre_nom,
      action,
      action_libelle: describeAction(objet, action),
      objet,
      objet_libelle: describeObjet(objet),
      objet_id,
      titre: titreOf(ligne, lieu.titre),
      lien: lieu.lien,
      changements: changementsDe(ligne),
    }
  })
}

/** The name of a line's record; `maintenant` when the line's values hold no name. Null for a line without values. */
export function titreOf(ligne: Ligne, maintenant: string | null): string | null {
  const { objet, avant, apres } = ligne
  if (!isObjet(objet) || (avant === null && apres === null)) return null
  return titreDe(objet, ligne, maintenant)
}

/** The members of the journal by name, deleted ones included. The recursive query finds each by one step in the index. */
async function listMembres(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive ids (id) as (
      select min(membre_id) from journal
      union all
      select (select min(j.membre_id) from journal j where j.membre_id > i.id) from ids i where i.id is not null)
    select i.id, coalesce(m.name, (select j.membre_nom from journal j
      where (j.membre_id, j.id) <= (i.id, ${Number.MAX_SAFE_INTEGER}) order by j.membre_id desc, j.id desc limit 1)) as name
    from ids i left join membres m on m.id = i.id where i.id is not null
    order by normaliser(coalesce(m.name, '')), name, i.id`.execute(db)
  return rows
}

/** The screen and today's name of a record; both null once it is deleted. */
interface Lieu {
  lien: string | null
  titre: string | null
}
const NULLE_PART: Lieu = { lien: null, titre: null }

/** Columns that only the links need. */
type Lu = { vente_id?: number; bloc_id?: number | null; parking_id?: number }

interface Table {
  /** A select of the id and of the columns that name the record, under their keys in the journal. */
  select: string
  lien: (id: number, lu: Lu) => string | Adresse
}

const deLaVente = (_id: number, { vente_id = 0 }: Lu) => dossierAt(vente_id)

const TABLES: Readonly<Record<Exclude<Objet, 'parametres'>, Table>> = {
  appartement: {
    select: 'id, num_lot as "numLot" from appartements',
    lien: appartementAt,
  },
  bloc: { select: 'id, nomloc from blocs', lien: () => screens.blocs },
  bon: { select: 'id, reference from bons', lien: () => screens.charges },
  categorie: { select: 'id, nom from categories_bons', lien: () => screens.charges },
  client: { select: 'id, nom_complet as "nomComplet" from clients', lien: clientAt },
  'compte bancaire': {
    select: 'id, banque, numero from comptes_bancaires',
    lien: () => remisesAt,
  },
  desistement: {
    select:
      'id, id as vente_id, dossier_annee, dossier_numero from ventes v where exists (select from desistements d where d.vente_id = v.id)',
    lien: deLaVente,
  },
  document: {
    select: 'id, vente_id, bloc_id, annee, serie, numero as rang from documents',
    lien: (id, lu) => (lu.bloc_id == null ? deLaVente(id, lu) : screens.blocs),
  },
  etage: { select: 'id, designation from etages', lien: () => screens.etages },
  import: { select: 'id, nom from imports', lien: importAt },
  ligne: { select: 'id, designation from lignes', lien: () => screens.charges },
  local: { select: 'id, num from locaux', lien: localAt },
  membre: { select: 'id, name from membres', lien: () => screens.membres },
  option: {
    select: 'id, nom from options',
    lien: () => optionsAt,
  },
  paiement: { select: 'id, vente_id, recu_annee, recu_numero from paiements', lien: deLaVente },
  parking: { select: 'id, parking_nom from parkings', lien: placesOf },
  place: {
    select: 'id, parking_id, numero_place from places_parking',
    lien: (_id, { parking_id = 0 }) => placesOf(parking_id),
  },
  promoteur: { select: 'id, nom from promoteurs', lien: () => screens.promoteur },
  relance: {
    select:
      'r.id, r.vente_id, v.dossier_annee, v.dossier_numero from relances r join ventes v on v.id = r.vente_id',
    lien: deLaVente,
  },
  remboursement: {
    select: 'id, vente_id, annee, numero as rang from remboursements',
    lien: deLaVente,
  },
  remise: {
    select: 'id, annee, numero as rang from remises',
    lien: () => remisesAt,
  },
  residence: { select: 'id, nom from residences', lien: blocsOf },
  revision: { select: 'id, motif from revisions_prix', lien: () => screens.planDeVente },
  sauvegarde: { select: 'id, fichier from sauvegardes', lien: () => screens.parametres },
  stade: { select: 'id, nom from stades', lien: () => screens.parametres },
  vente: {
    select: 'id, dossier_annee, dossier_numero from ventes',
    lien: dossierAt,
  },
}

function toLien(adresse: string | Adresse): string {
  if (typeof adresse === 'string') return adresse
  const { to, search } = adresse
  return search ? `${to}?${new URLSearchParams(search).toString()}` : to
}

/** Reads the screen and today's name of the records of these lines, one statement for each kind. */
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
      lieux.set(`${objet} ${id}`, { lien: toLien(lien(id, lu)), titre: nomDe(objet, lu) })
    }
  }
  return ({ objet, objet_id }) =>
    objet === 'parametres'
      ? { lien: screens.parametres, titre: null }
      : (lieux.get(`${objet} ${objet_id}`) ?? NULLE_PART)
}

/** The queue of searches, with limits for each member: a rare text, or one that no index serves, may read every line. */
const recherches = createQueue(SLOW_WORKS.searches, overloadError)

type Asked = RunOptions & { signal: AbortSignal }

/** Runs a page's search in one snapshot, within the time limit. @throws rechercheTropLongue (422), indisponible (503) */
export const inSearch = <T>(pool: Db, asked: Asked, work: (db: Db) => Promise<T>): Promise<T> =>
  recherches.run(
    () =>
      inTimedSnapshot(
        pool,
        asked.signal,
        SEARCH,
        () => refuse(journalErreurs.rechercheTropLongue).on('q'),
        work,
      ),
    asked,
  )

/** Runs the search of an export, without the time limit: it ends when its client disconnects. */
export const inLongSearch = <T>(pool: Db, asked: Asked, work: (db: Db) => Promise<T>): Promise<T> =>
  recherches.run(() => inCancellableSnapshot(pool, asked.signal, work), asked)
