import { sql, type RawBuilder } from 'kysely'
import { REQUETES } from '#features/imports/server/export.requetes.ts'
import type { Db } from '#server/database/db.ts'

/** Names of one kind that several records have in one place: no line can say which of them it means. */
interface Homonymes {
  quoi: string
  nombre: number
  nom: string
  lieu: string | null
}

const SAID = 50

const inside = (id: number | undefined) => (id === undefined ? sql`true` : sql`r.id = ${id}`)

const homonymes = (id: number | undefined): RawBuilder<Homonymes> => sql`
  select 'blocs' as quoi, count(*)::integer as nombre, o.nomloc as nom, '« ' || r.nom || ' »' as lieu
    from blocs o join residences r on r.id = o.residence_id where ${inside(id)} group by r.id, o.nomloc having count(*) > 1
  union all
  select 'étages', count(*)::integer, e.designation, '« ' || o.nomloc || ' » de « ' || r.nom || ' »'
    from etages e join blocs o on o.id = e.bloc_id join residences r on r.id = o.residence_id
    where ${inside(id)} group by r.nom, o.id, e.designation having count(*) > 1
  union all
  select 'parkings', count(*)::integer, k.parking_nom, '« ' || r.nom || ' »'
    from parkings k join residences r on r.id = k.residence_id where ${inside(id)} group by r.id, k.parking_nom having count(*) > 1
  union all
  select 'clients', count(*)::integer, c."nomComplet", null from (${REQUETES.clients(id)}) c
    group by c."nomComplet", plier_telephone(c.tel) having count(*) > 1
  order by 1, 3, 4 limit ${sql.lit(SAID)}`

/** What the sheet Aide says of records that a workbook cannot tell apart. */
export async function readHomonymes(db: Db, residence: number | undefined): Promise<string[]> {
  const { rows } = await homonymes(residence).execute(db)
  return rows.map(({ quoi, nombre, nom, lieu }) => {
    const combien = nombre === 2 ? 'Deux' : String(nombre)
    const ou = lieu === null ? ' avec le même téléphone' : ` dans ${lieu}`
    return `${combien} ${quoi} portent le nom « ${nom} »${ou} : renommez l'un d'eux avant d'importer ce classeur.`
  })
}
