import type { Db } from '#server/database/db.ts'

/** Every kind of record that an address or a field names: its table, and its word in an address. A field names it `<kind>_id`. */
export const KINDS = {
  client: { table: 'clients', word: /client/ },
  residence: { table: 'residences', word: /^residences?$/ },
  bloc: { table: 'blocs', word: /^blocs$/ },
  etage: { table: 'etages', word: /^etages$/ },
  appartement: { table: 'appartements', word: /^appartements?$/ },
  local: { table: 'locaux', word: /^(local|locaux)$/ },
  parking: { table: 'parkings', word: /^parkings$/ },
  place: { table: 'places_parking', word: /^places?-parking$/ },
  paiement: { table: 'paiements', word: /^paiements?$/ },
  membre: { table: 'membres', word: /^members$/ },
  promoteur: { table: 'promoteurs', word: /^promoteurs$/ },
  categorie: { table: 'categories_bons', word: /^categories$/ },
  bon: { table: 'bons', word: /^bons$/ },
} as const

export type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

/** The kind of which a parameter of an address is: that of the last word before it which names one. */
export function kindOf(path: string, parameter: string): Kind | undefined {
  const [before = ''] = path.split(`{${parameter}}`)
  for (const segment of before.split('/').toReversed()) {
    const kind = kinds.find((each) => KINDS[each].word.test(segment))
    if (kind) return kind
  }
  return undefined
}

/** Living ids by kind, read again now and then. */
export type Pools = Record<Kind, number[]> & {
  ligne: { id: number; bon: number }[]
  /** Residences and appartements that have a plan. */
  plan: { residence: number[]; appartement: number[] }
  /** Biens by their client, for a payment that may be accepted. */
  vendu: { client: number; bien: number; type: string }[]
}

/** `self` is left out of the members: a run that disables itself sees nothing but 401. */
export async function readPools(db: Db, self: number): Promise<Pools> {
  const living = await Promise.all(
    kinds.map(async (kind) => {
      const rows = await db
        .selectFrom(KINDS[kind].table)
        .select('id')
        .orderBy('id', 'desc')
        .limit(200)
        .execute()
      return [kind, rows.map(({ id }) => id).filter((id) => kind !== 'membre' || id !== self)] as const
    }),
  )
  const withPlan = async (table: 'residences' | 'appartements') =>
    (await db.selectFrom(table).select('id').where('plan_id', 'is not', null).execute()).map(({ id }) => id)
  return {
    ...(Object.fromEntries(living) as Record<Kind, number[]>),
    ligne: await db
      .selectFrom('lignes')
      .select(['id', 'bon_id as bon'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute(),
    plan: { residence: await withPlan('residences'), appartement: await withPlan('appartements') },
    vendu: await db
      .selectFrom('ventes as v')
      .innerJoin('biens as b', 'b.id', 'v.bien_id')
      .where('v.terminee_le', 'is', null)
      .select(['v.client_id as client', 'v.bien_id as bien', 'b.type'])
      .orderBy('v.id', 'desc')
      .limit(200)
      .execute(),
  }
}
