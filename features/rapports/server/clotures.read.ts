import { sql, type RawBuilder } from 'kysely'
import type { Cloture, ClotureDuJour } from '#features/rapports/clotures.contract.ts'
import { attenduDeLaCaisse } from '#features/rapports/clotures.rules.ts'
import { addSommes, type JourDeCaisse, readSommesDeCaisse } from '#features/rapports/server/caisse.sommes.ts'
import { promoteurPourDocuments } from '#features/promoteur/server/promoteur.service.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { numeroCloture } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import type { PromoteurImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'

interface Row {
  id: number
  annee: number
  numero: number
  jour: string
  membre_id: number | null
  membre_nom: string
  nombre: number
  especes: number
  timbre: number
  sorties: number
  trouve: number
  note: string | null
  etablie_par: string
  cree_le: Date
  avant_annee: number | null
  avant_numero: number | null
  remplacee: boolean
}

/** Closings with the one that each replaces: the last before it of the same member and day. */
const selectClotures = (which: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.annee, c.numero, c.jour, c.membre_id, c.membre_nom, c.nombre, c.especes, c.timbre, c.sorties, c.trouve, c.note,
    c.etablie_par, c.cree_le, a.annee as avant_annee, a.numero as avant_numero,
    exists (select from clotures s where s.jour = c.jour and s.membre_id = c.membre_id and s.id > c.id) as remplacee
  from clotures c
  left join lateral (
    select a.annee, a.numero from clotures a
    where a.jour = c.jour and a.membre_id = c.membre_id and a.id < c.id order by a.id desc limit 1) a on true
  where ${which} order by c.id desc`

function toCloture({ annee, numero, membre_id, membre_nom, cree_le, ...row }: Row): Cloture {
  const { id, jour, nombre, especes, timbre, sorties, trouve, note, etablie_par } = row
  const { avant_annee, avant_numero } = row
  const attendu = attenduDeLaCaisse(row)
  return {
    id,
    numero: numeroCloture(annee, numero),
    jour,
    membre: { id: membre_id, nom: membre_nom },
    nombre,
    especes,
    timbre,
    sorties,
    attendu,
    trouve,
    ecart: trouve - attendu,
    note,
    etablie_par,
    etablie_le: cree_le.toISOString(),
    remplace: avant_annee === null || avant_numero === null ? null : numeroCloture(avant_annee, avant_numero),
  }
}

/** One closing, amounts in centimes. @throws introuvable (404) */
export async function readCloture(db: Db, id: number): Promise<Cloture> {
  const { rows } = await selectClotures(sql`c.id = ${id}`).execute(db)
  const [row] = rows
  if (!row) throw refuse(communesErreurs.introuvable)
  return toCloture(row)
}

/** A closing as it is printed, to be signed. Amounts in centimes. */
export interface ClotureImprimee {
  promoteur: PromoteurImprime | null
  etabliLe: Jour
  cloture: Cloture
}

/** {@link readCloture} for its paper. @throws introuvable (404) */
export const readClotureImprimee = async (db: Db, id: number): Promise<ClotureImprimee> => ({
  cloture: await readCloture(db, id),
  promoteur: await promoteurPourDocuments(db),
  etabliLe: aujourdhui(),
})

/**
 * The closings of a day, of all members or one, the newest first, each with what came to its till since. They are compared with the till as
 * it is now, which the journal and the payments tell. Amounts in centimes.
 */
export async function readCloturesDuJour(db: Db, { jour, membre }: JourDeCaisse): Promise<ClotureDuJour[]> {
  const { rows } = await selectClotures(
    sql`c.jour = ${jour} and (${membre ?? null}::bigint is null or c.membre_id = ${membre ?? null}::bigint)`,
  ).execute(db)
  if (rows.length === 0) return []
  const sommes = await readSommesDeCaisse(db, { jour, membre })
  return rows.map((row) => ({
    ...toCloture(row),
    depuis:
      row.remplacee || row.membre_id === null
        ? null
        : addSommes(sommes, row.membre_id).totals.attendu - attenduDeLaCaisse(row),
  }))
}
