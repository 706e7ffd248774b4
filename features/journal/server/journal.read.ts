import { sql } from 'kysely'
import { changementsDe } from '#features/journal/journal.changements.ts'
import type { JournalFiltres, JournalQuery, LigneDuJournal } from '#features/journal/journal.contract.ts'
import { direAction, direObjet, isObjet } from '#features/journal/journal.mots.ts'
import { titreDe } from '#features/journal/journal.titres.ts'
import { readLieux } from '#features/journal/server/journal.lieux.ts'
import { readBornes, readHistorique, readIds, type Bornes } from '#features/journal/server/journal.requete.ts'
import type { Db } from '#server/database/db.ts'

/** A line as it was written. */
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

/** A page of the journal, the newest lines first; `suivant` is null where it ends. Never counted: each page costs what it shows. */
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
  // One more than is shown tells whether there are others.
  const ids = await readIdsOf(db, filtres, bornes, limite + 1)
  const montrees = ids.slice(0, limite)
  const lignes = await readLignes(db, montrees)
  return {
    data: await direLignes(db, lignes),
    suivant: ids.length > limite ? (montrees.at(-1) ?? null) : null,
    membres: avant === undefined ? await listMembres(db) : null,
  }
}

/** The newest ids of what is asked for: the history of one record, or lines of the whole journal. */
export function readIdsOf(
  db: Db,
  filtres: JournalFiltres,
  bornes: Bornes,
  limite: number,
): Promise<number[]> {
  const { objet, objet_id } = filtres
  // An id is that of a record only together with its kind.
  if (objet === '' || objet_id === undefined) return readIds(db, filtres, bornes, limite)
  return readHistorique(db, { objet, id: objet_id }, filtres, bornes, limite)
}

/** Lines by their ids, the newest first. */
export async function readLignes(db: Db, ids: readonly number[]): Promise<Ligne[]> {
  const { rows } = await sql<Ligne>`
    select id, quand, membre_nom, action, objet, objet_id, avant, apres from journal
    where id = any (${ids}::bigint[]) order by id desc`.execute(db)
  return rows
}

async function direLignes(db: Db, lignes: readonly Ligne[]): Promise<LigneDuJournal[]> {
  const lieux = await readLieux(db, lignes)
  return lignes.map((ligne) => {
    const { id, quand, membre_nom, action, objet, objet_id } = ligne
    const lieu = lieux(ligne)
    return {
      id,
      quand: quand.toISOString(),
      membre: membre_nom,
      action,
      action_libelle: direAction(objet, action),
      objet,
      objet_libelle: direObjet(objet),
      objet_id,
      titre: titreOf(ligne, lieu.titre),
      lien: lieu.lien,
      changements: changementsDe(ligne),
    }
  })
}

/** What a line calls its record; by what it is called now where the line keeps values that do not say it. */
export function titreOf(ligne: Ligne, maintenant: string | null): string | null {
  const { objet, avant, apres } = ligne
  if (!isObjet(objet) || (avant === null && apres === null)) return null
  return titreDe(objet, ligne, maintenant)
}

/** All who have a line, deleted ones too, by name: each found by one step in the index. */
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
