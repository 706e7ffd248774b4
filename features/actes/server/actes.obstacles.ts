import { sql } from 'kysely'
import type { Acte } from '#features/actes/server/actes.fiches.ts'
import { phraseOf } from '#features/actes/server/actes.phrases.ts'
import { readSujets } from '#features/actes/server/actes.sujets.ts'
import { GENRE, selectUsages, type Usage } from '#features/actes/server/actes.usages.ts'
import type { Db } from '#server/database/db.ts'
import { zip } from '#shared/zip.ts'

/** Most sentences of an answer. */
const PHRASES_MAX = 20

export interface Obstacles {
  obstacles: string[]
  liens: (string | null)[]
  nombre_obstacles: number
}

/** Returns the obstacles to taking an act back: one sentence for each fiche that has served since, by its first use (`entree.md` D.8). */
export async function readObstacles(
  db: Db,
  { id, dernier_journal }: Pick<Acte, 'id' | 'dernier_journal'>,
): Promise<Obstacles> {
  const { rows } = await sql<Usage & { total: number }>`
    with f as materialized (
        select objet, objet_id, avant is null as faite, ${GENRE} as genre
        from actes_fiches where acte_id = ${id}),
      j as materialized (select id, quand, membre_nom, action, objet, objet_id, avant, apres from journal where id > ${dernier_journal}),
      usages as (${sql.join(selectUsages(id), sql` union all `)}),
      premiers as (select distinct on (quoi, quoi_id) * from usages order by quoi, quoi_id, ligne),
      dits as (select *, count(*) over () as total from premiers order by ligne, quoi, quoi_id limit ${PHRASES_MAX})
    select d.*, j.action, j.objet, j.objet_id, j.quand, j.membre_nom, j.avant, coalesce(j.apres ->> 'client', j.avant ->> 'client') as client, (
      select count(distinct jn.objet_id) from usages n join j jn on jn.id = n.ligne
      where (n.quoi, n.quoi_id, n.sorte) = (d.quoi, d.quoi_id, d.sorte)) as nombre
    from dits d join j on j.id = d.ligne order by d.ligne, d.quoi, d.quoi_id`.execute(db)
  const sujets = await readSujets(db, rows)
  return {
    obstacles: zip(rows, sujets).map(([usage, sujet]) => phraseOf(usage, sujet)),
    liens: sujets.map(({ lien }) => lien),
    nombre_obstacles: rows[0]?.total ?? 0,
  }
}
