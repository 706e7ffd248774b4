import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { formatNombreDe } from '#shared/argent.ts'

interface Pareils {
  genre: 'client' | 'lot' | 'local'
  lieu: string
  noms: { id: number; nom: string }[]
}

const SUJETS = {
  client: (nombre: number) => `${formatNombreDe(nombre, 'client')} ont le même nom et le même téléphone`,
  lot: (nombre: number) => `${formatNombreDe(nombre, 'lot')} portent en apparence le même numéro`,
  local: (nombre: number) =>
    `${formatNombreDe(nombre, 'local', 'locaux')} portent en apparence le même numéro`,
}

/**
 * Records that only a member can put right, each group as a French sentence with their ids: clients whose name and phone are the same however they
 * are written, lots and locaux whose numbers look the same. No rule is broken by them.
 */
export async function readRemarques(db: Db): Promise<string[]> {
  const { rows } = await sql<Pareils>`
    select 'client' as genre, '' as lieu, json_agg(json_build_object('id', id, 'nom', nom_complet) order by id) as noms
    from clients group by recherche, telephone having count(*) > 1
    union all
    select 'lot', concat_ws(', ', min(e.designation), min(b.nomloc), min(r.nom)),
      json_agg(json_build_object('id', a.id, 'nom', a.num_lot) order by a.id)
    from appartements a join etages e on e.id = a.etage_id join blocs b on b.id = e.bloc_id join residences r on r.id = b.residence_id
    group by a.etage_id, lower(epurer_numero(a.num_lot)) having count(*) > 1
    union all
    select 'local', concat_ws(', ', min(b.nomloc), min(r.nom)), json_agg(json_build_object('id', l.id, 'nom', l.num) order by l.id)
    from locaux l join blocs b on b.id = l.bloc_id join residences r on r.id = b.residence_id
    group by l.bloc_id, lower(epurer_numero(l.num)) having count(*) > 1`.execute(db)
  return rows.map(({ genre, lieu, noms }) => {
    const nommes = noms.map(({ id, nom }) => `« ${nom} » (${id})`).join(', ')
    return `${SUJETS[genre](noms.length)}${lieu && ` (${lieu})`} : ${nommes}.`
  })
}
