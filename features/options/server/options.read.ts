import { sql, type RawBuilder } from 'kysely'
import { toChiffres } from '#shared/chiffres.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { holds } from '#features/etats/etats.rules.ts'
import { bienDecrit, toBienResume, type BienDecrit } from '#features/etats/server/biens.read.ts'
import { isHolding } from '#features/etats/server/etats.read.ts'
import { type Option, optionsEndpoints, type OptionsQuery } from '#features/options/options.contract.ts'
import { aujourdhui, daysBetween, jourOf, type Jour } from '#shared/dates.ts'
import { pathOf, readTranche, toPage } from '#shared/pagination.ts'
import type { Db } from '#server/database/db.ts'
import { containsMots, containsNoms } from '#server/database/lists.ts'
import { inSnapshot } from '#server/database/transaction.ts'
import { refuse } from '#server/http/errors.ts'

const PAR_PAGE = 10

interface Row {
  id: number
  bien: BienDecrit
  client_id: number | null
  client: Option['client']
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
  prise_le: Date
  prise_par: string
  fin: 'liberee' | 'vendue' | 'expiree' | null
  fin_le: Date | null
  motif_fin: string | null
  effacee: boolean
  version: number
}

const selectOptions = (ids: RawBuilder<unknown>) => sql<Row>`
  select o.id, ${bienDecrit('o.bien_id')} as bien, o.client_id,
    case when c.id is not null then json_build_object('id', c.id, 'nomComplet', c.nom_complet, 'tel', c.tel, 'email', c.email) end as client,
    o.nom, o.tel, o.expire_le, o.note, o.prise_le, o.prise_par, o.fin, o.fin_le, o.motif_fin,
    o.efface_le is not null as effacee, o.version
  from options o left join clients c on c.id = o.client_id where o.id in (${ids})`

function toOption({ bien, fin, fin_le, prise_le, ...row }: Row, today: Jour): Option {
  const etat = fin ?? (holds(row, today) ? 'en_cours' : 'expiree')
  return {
    ...row,
    bien: toBienResume(bien),
    etat,
    jours_restants: etat === 'en_cours' ? daysBetween(today, row.expire_le) : 0,
    prise_le: jourOf(prise_le),
    fin_le: fin_le && jourOf(fin_le),
  }
}

/** Reads an option. @throws introuvable */
export async function readOption(db: Db, id: number): Promise<Option> {
  const { rows } = await selectOptions(sql`select ${id}::bigint`).execute(db)
  if (!rows[0]) throw refuse(communesErreurs.introuvable)
  return toOption(rows[0], aujourdhui())
}

/** Reads the options of these ids, in no order. */
export async function readOptions(db: Db, ids: readonly number[]): Promise<Option[]> {
  const { rows } = await selectOptions(sql`select unnest(${ids}::bigint[])`).execute(db)
  const today = aujourdhui()
  return rows.map((row) => toOption(row, today))
}

/** Keeps an option for the journal without name, phone and note: these stay in the option alone, where they can be erased. */
export const ligneDOption = ({
  id,
  bien,
  client_id,
  prise_le,
  expire_le,
  etat,
  fin_le,
  version,
}: Option) => ({ id, bien, client_id, prise_le, expire_le, etat, fin_le, version })

/** Lists one page of options: the current ones by their last day, all others the newest first. */
export async function listOptions(db: Db, query: OptionsQuery) {
  const today = aujourdhui()
  const slice = readTranche(query, PAR_PAGE)
  const { etat = 'en_cours', search, residence_id, bloc_id, bien_id } = query
  const order = etat === 'en_cours' ? sql`o.expire_le, o.id` : sql`o.id desc`
  const kept = sql`from options o join biens b on b.id = o.bien_id where ${sql.join(conditions(query, today), sql` and `)}`
  return inSnapshot(db, async (instant) => {
    const page = sql`select o.id ${kept} order by ${order} limit ${slice.limit} offset ${slice.offset}`
    const { rows } = await sql<Row>`${selectOptions(page)} order by ${order}`.execute(instant)
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${kept}`.execute(instant)
    const path = pathOf(optionsEndpoints.list, {
      search,
      residence_id,
      bloc_id,
      bien_id,
      etat: query.etat,
    })
    return toPage(
      rows.map((row) => toOption(row, today)),
      counted[0]?.n ?? 0,
      slice,
      path,
    )
  })
}

function conditions(query: OptionsQuery, today: Jour) {
  const { etat = 'en_cours', search, residence_id, bloc_id, bien_id } = query
  const held = isHolding('o', today)
  const states = {
    en_cours: held,
    expiree: sql`(o.fin = 'expiree' or (o.fin is null and not ${held}))`,
    closes: sql`not ${held}`,
    toutes: sql`true`,
  }
  return [
    states[etat],
    ...(search === ''
      ? []
      : [
          sql`(${containsNoms('o.recherche', search)} or o.bien_id in (
            select a.id from appartements a where ${containsMots('a.recherche', search)}
            union all select l.id from locaux l where ${containsMots('l.recherche', search)}
            union all select k.id from places_parking k where k.numero_place::text = ${toChiffres(search)}))`,
        ]),
    ...(residence_id === undefined ? [] : [sql`b.residence_id = ${residence_id}`]),
    ...(bien_id === undefined ? [] : [sql`b.id = ${bien_id}`]),
    ...(bloc_id === undefined ? [] : [sql`bloc_du_bien(b.id) = ${bloc_id}`]),
  ]
}
