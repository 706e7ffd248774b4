import { sql } from 'kysely'
import type { Appels } from '#features/papiers/appels.contract.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import type { Db } from '#server/database/db.ts'
import type { Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildBloc, buildClient, buildEtage, sell } from '#test/harness/builders.ts'

/** A sale whose whole price is one line on the stade. */
export interface Lot {
  vente: number
  echeance: number
  client: number
}

interface Demande {
  lots: number
  /** How many of them, the last ones, have no contract. */
  sansContrat?: number
  /** Day on which the bloc reached the stade; by default it has not. */
  atteint?: string
  prix?: number
  noms?: readonly string[]
}

/** Sells lots of a new bloc, numbered in order, each with one line of its price on the first stade of the settings. */
export async function lotsAuStade(
  db: Db,
  { lots, sansContrat = 0, atteint, prix = 437_500_000, noms = [] }: Demande,
): Promise<{ bloc: number; stade: number; lots: Lot[]; path: string }> {
  const { id: bloc } = await buildBloc(db)
  const { id: etage_id } = await buildEtage(db, { bloc_id: bloc })
  const { id: stade } = await db.selectFrom('stades').select('id').orderBy('rang').executeTakeFirstOrThrow()
  if (atteint !== undefined)
    await db
      .insertInto('stades_atteints')
      .values({ bloc_id: bloc, stade_id: stade, atteint_le: atteint, note_par: 'Karim Benali' })
      .execute()
  const sold: Lot[] = []
  for (let rang = 0; rang < lots; rang++) {
    const { id: client } = await buildClient(db, noms[rang] === undefined ? {} : { nom_complet: noms[rang] })
    const num_lot = `A-${rang + 1}`
    const vente = await sell(db, await buildAppartement(db, { etage_id, num_lot, prix }), client)
    if (rang < lots - sansContrat)
      await db.updateTable('ventes').set({ contrat_le: '2026-01-20' }).where('id', '=', vente).execute()
    const { id: echeance } = await db
      .insertInto('echeances')
      .values({
        vente_id: vente,
        rang: 1,
        libelle: 'Fondations achevées',
        montant: prix,
        declencheur: 'stade',
        stade_id: stade,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    sold.push({ vente, echeance, client })
  }
  const ventes = sold.map(({ vente }) => vente)
  await sql`select rafraichir_echeances(${ventes}::bigint[])`.execute(db)
  return { bloc, stade, lots: sold, path: `/api/blocs/${bloc}/stades/${stade}/appels` }
}

/** The calls of a visitor about the appels de fonds of a stade. */
export const appelsDe = (visitor: Visitor) => {
  const lister = async (path: string) => (await visitor.get(path)).json as Appels
  return {
    lister,
    async etablir(path: string, lots: readonly Lot[], autres: object = {}) {
      const lignes = lots.map(({ echeance }) => ({ echeance_id: echeance }))
      const { statusCode, json } = await visitor.post(path, { lignes, ...autres })
      return { statusCode, ...(json as { documents: Document[]; message: string }) }
    },
    async rowOf(path: string, { echeance }: Lot) {
      return (await lister(path)).data.find(({ echeance_id }) => echeance_id === echeance)
    },
  }
}

/** Papers, notes, numbers and journal, which a refusal leaves as they are. */
export const gardes = async (db: Db) => ({
  documents: await db.selectFrom('documents').selectAll().orderBy('id').execute(),
  relances: await db.selectFrom('relances').select('id').orderBy('id').execute(),
  numeros: await db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: await db.selectFrom('journal').select('id').orderBy('id').execute(),
})
