import { sql, type RawBuilder } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
import { LIGNES_PAR_TRANCHE } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { anyOf, statement } from '#server/database/prepared.ts'
import { printTexte, type BienImprime } from '#server/documents/papier.ts'
import { refuse } from '#server/http/errors.ts'
import type { BienResume } from '#features/etats/etats.schema.ts'
import { GENRES, libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** A row of the view `biens_decrits`; `code` is the name of the bloc or parking (Q177), `sorte` « F3 », « Box »…, null for a local. */
export interface BienDecrit {
  id: number
  type: TypeBien
  prix: Centimes
  numero: string
  sorte: string | null
  /** Area in hundredths of m² (Q186). */
  surface: number | null
  /** The two areas of an appartement as typed, in hundredths of m²; null for the other kinds. */
  surface_habitable: number | null
  surface_utile: number | null
  etage: string | null
  parking_id: number | null
  bloc_id: number | null
  code: string | null
  residence_id: number | null
  residence: string | null
}

const COLONNES = sql`id, type, prix, numero, sorte, surface, surface_habitable, surface_utile, etage, parking_id, bloc_id, code, residence_id, residence`

/** Column with the bien of `column`, looked up by key: a join with the view would read all biens (docs/decisions/0066). */
export const bienDecrit = (column: string): RawBuilder<BienDecrit> =>
  sql<BienDecrit>`(
    select to_json(decrit) from (select ${COLONNES} from biens_decrits where id = ${sql.ref(column)}) decrit)`

/** Reads the descriptions of these biens by id. */
export async function describeBiens(db: Db, ids: readonly number[]): Promise<Map<number, BienDecrit>> {
  const biens = new Map<number, BienDecrit>()
  for (let from = 0; from < ids.length; from += LIGNES_PAR_TRANCHE) {
    for (const bien of await selectBiens(db, ids.slice(from, from + LIGNES_PAR_TRANCHE)))
      biens.set(bien.id, bien)
  }
  return biens
}

const selectBiens = statement<[number[]], BienDecrit>(
  (ids) =>
    sql`select ${COLONNES} from biens_decrits where id = ${anyOf(sql`select unnest(${ids}::bigint[])`)}`,
)

export const toBienResume = ({
  id,
  type,
  numero,
  code,
  etage,
  residence_id,
  residence,
  bloc_id,
  parking_id,
}: BienDecrit): BienResume => ({
  id,
  type,
  numero,
  designation: libelleDuBien(type, numero),
  lieu: [code, etage].filter(Boolean).join(', '),
  residence_id: residence_id ?? 0,
  residence: residence ?? '',
  bloc_id,
  parking_id,
})

/** A bien in the form that papers print, with its French names. */
export const toImprime = ({
  type,
  numero,
  sorte,
  code,
  etage,
  residence,
  surface,
  surface_habitable,
  surface_utile,
}: BienDecrit): BienImprime => ({
  type,
  numero,
  sorte,
  situation: [code, etage].filter(Boolean).join(', ') || null,
  residence,
  surface,
  surfaceHabitable: surface_habitable,
  surfaceUtile: surface_utile,
})

/** Price of a bien of the given kind, in centimes. @throws introuvable */
export async function readPrix(db: Db, type: TypeBien, id: number): Promise<Centimes> {
  const bien = await db
    .selectFrom('biens')
    .select('prix')
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!bien) throw refuse(communesErreurs.introuvable)
  return bien.prix
}

const parNumero = new Intl.Collator('fr', { numeric: true })

/** Order of a client's biens: appartements, locaux, places; then by number, A2 before A10; then by id. */
export function compareBiens(
  a: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
  b: Pick<BienDecrit, 'type' | 'numero' | 'id'>,
): number {
  return GENRES[a.type].rang - GENRES[b.type].rang || parNumero.compare(a.numero, b.numero) || a.id - b.id
}

/** Total area of the appartement `a`, in hundredths of m²: `surfaceTotale` of shared/biens.ts in SQL. */
export const SURFACE_TOTALE = sql<number>`a.surface_habitable + a.surface_utile`

/** Area of a bien in hundredths of m² (Q186) in a query over appartements a, locaux l and places_parking p, of which two are null. */
export const SURFACE = sql<number | null>`coalesce(${SURFACE_TOTALE}, l.surface, p.superficie)`

/** The names of the residence and of the bloc that a list is kept to, as the criteria of its paper. */
export async function describeLieu(
  db: Db,
  { residence_id, bloc_id }: { residence_id?: number | undefined; bloc_id?: number | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ nom: string }>`
    select nom from residences where id = ${residence_id ?? null}::bigint union all select nomloc from blocs where id = ${bloc_id ?? null}::bigint`.execute(
    db,
  )
  return rows.map(({ nom }) => printTexte(nom))
}

/** Conditions that a bien is in a residence and in a bloc, one for each that is named. @param id its qualified column */
export function isWithin(
  id: string,
  { residence_id, bloc_id }: { residence_id?: number | undefined; bloc_id?: number | undefined },
): RawBuilder<boolean>[] {
  const bien = sql.ref(id)
  return [
    ...(residence_id === undefined
      ? []
      : [
          sql<boolean>`${bien} in (select dans.id from biens dans where dans.residence_id = ${residence_id})`,
        ]),
    ...(bloc_id === undefined
      ? []
      : [
          sql<boolean>`${bien} in (
            select a.id from appartements a join etages e on e.id = a.etage_id where e.bloc_id = ${bloc_id}
            union all select l.id from locaux l where l.bloc_id = ${bloc_id})`,
        ]),
  ]
}
