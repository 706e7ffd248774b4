import type { Db } from '#server/database/db.ts'

/** Living ids by kind, read again now and then. */
export type Pools = Record<
  | 'client'
  | 'residence'
  | 'bloc'
  | 'etage'
  | 'appartement'
  | 'local'
  | 'parking'
  | 'place'
  | 'paiement'
  | 'membre'
  | 'promoteur'
  | 'categorie'
  | 'bon',
  number[]
> & {
  ligne: { id: number; bon: number }[]
  /** Residences and appartements that have a plan. */
  plan: { residence: number[]; appartement: number[] }
  /** Biens by their client, for a payment that may be accepted. */
  vendu: { client: number; bien: number; type: string }[]
}

/** `self` is left out of the members: a run that disables itself sees nothing but 401. */
export async function readPools(db: Db, self: number): Promise<Pools> {
  const ids = async (
    table:
      | 'clients'
      | 'residences'
      | 'blocs'
      | 'etages'
      | 'appartements'
      | 'locaux'
      | 'parkings'
      | 'places_parking'
      | 'paiements'
      | 'promoteurs'
      | 'categories_bons'
      | 'bons',
  ) =>
    (await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(200).execute()).map(({ id }) => id)
  const withPlan = async (table: 'residences' | 'appartements') =>
    (await db.selectFrom(table).select('id').where('plan_id', 'is not', null).execute()).map(({ id }) => id)
  return {
    client: await ids('clients'),
    residence: await ids('residences'),
    bloc: await ids('blocs'),
    etage: await ids('etages'),
    appartement: await ids('appartements'),
    local: await ids('locaux'),
    parking: await ids('parkings'),
    place: await ids('places_parking'),
    paiement: await ids('paiements'),
    membre: (await db.selectFrom('membres').select('id').where('id', '!=', self).execute()).map(
      ({ id }) => id,
    ),
    promoteur: await ids('promoteurs'),
    categorie: await ids('categories_bons'),
    bon: await ids('bons'),
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
