import { sql } from 'kysely'
import { journalErreurs } from '#features/journal/journal.erreurs.ts'
import { changementsDe, titreDe, nomDe } from '#features/journal/journal.lignes.ts'
import type { JournalFiltres, JournalQuery, LigneDuJournal } from '#features/journal/journal.contract.ts'
import { describeAction, describeObjet, isObjet } from '#features/journal/journal.mots.ts'
import { OBJETS_DU_JOURNAL, type ObjetEnBase } from '#features/journal/journal.objets.ts'
import type { Lien } from '#features/journal/journal.titres.ts'
import { readBornes, readHistorique, readIds, type Bornes } from '#features/journal/server/journal.requete.ts'
import { columnOf } from '#shared/champs/champs.ts'
import { type Adresse, screens } from '#shared/paths.ts'
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

/** The address of a screen as an answer says it. */
export function toLien(adresse: string | Adresse): string {
  if (typeof adresse === 'string') return adresse
  const { to, search } = adresse
  return search ? `${to}?${new URLSearchParams(search).toString()}` : to
}

/** Reads the screen and today's name of the records of these lines, one statement for each kind. */
export async function readLieux(
  db: Db,
  lignes: readonly Pick<Ligne, 'objet' | 'objet_id'>[],
): Promise<(ligne: Pick<Ligne, 'objet' | 'objet_id'>) => Lieu> {
  const parObjet = new Map<ObjetEnBase, Set<number>>()
  for (const { objet, objet_id } of lignes)
    if (isObjet(objet) && objet !== 'parametres' && objet_id !== null)
      parObjet.set(objet, (parObjet.get(objet) ?? new Set()).add(objet_id))
  const lieux = new Map<string, Lieu>()
  for (const [objet, ids] of parObjet)
    for (const row of await readRows(db, objet, [...ids])) {
      const lien = toLien(OBJETS_DU_JOURNAL[objet].lien(row.id, row))
      lieux.set(`${objet} ${row.id}`, { lien, titre: nomDe(objet, row) })
    }
  return ({ objet, objet_id }) => {
    // The settings have one screen and no row.
    if (objet === 'parametres') return { lien: screens.parametres, titre: null }
    return lieux.get(`${objet} ${objet_id}`) ?? NULLE_PART
  }
}

/** Reads what is left of these records today, each field under its name in the journal. */
async function readRows(
  db: Db,
  objet: ObjetEnBase,
  ids: readonly number[],
): Promise<(Lien & { id: number })[]> {
  const { table, lus, champs } = OBJETS_DU_JOURNAL[objet]
  const fields = lus.map((nom) => sql`${sql.ref(columnOf(champs, nom))} as ${sql.id(nom)}`)
  const { rows } = await sql<Lien & { id: number }>`
    select * from (select ${sql.join([sql.ref('id'), ...fields])} from ${sql.raw(table)}) t
    where id = any (${ids}::bigint[])`.execute(db)
  return rows
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
