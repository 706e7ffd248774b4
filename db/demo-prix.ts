import { sql } from 'kysely'
import { prixRevise } from '#features/prix/prix.rules.ts'
import type { Centimes } from '#shared/argent.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { PAR } from '#db/demo-fins.ts'

const ARRONDI = 1_000_000
const REVISIONS = [
  { valeur: 300, mois: -9, motif: 'Avancement du gros œuvre' },
  { valeur: 200, mois: -3, motif: 'Hausse des matériaux' },
]

/**
 * The prices of the first residence were raised twice, nine and three months ago: those of its lots and locaux that are still to be sold,
 * up to what they cost now.
 */
export async function insertRevisions(db: Db, today: Jour): Promise<void> {
  const { rows: lots } = await sql<{ id: number; prix: Centimes }>`
    select b.id, b.prix from biens b
    where b.residence_id = (select min(id) from residences) and b.type in ('appartement', 'local')
      and not exists (select from ventes v where v.bien_id = b.id and v.terminee_le is null)
    order by b.id`.execute(db)
  const now = new Map(lots.map(({ id, prix }) => [id, prix]))
  const steps = REVISIONS.toReversed().map((revision) => {
    const changes = [...now].map(([id, nouveau]) => ({
      id,
      nouveau,
      ancien: prixAvant(nouveau, revision.valeur),
    }))
    for (const { id, ancien } of changes) now.set(id, ancien)
    return { ...revision, changes }
  })
  for (const { valeur, mois, motif, changes } of steps.toReversed()) {
    const le = sql<Date>`(${addMois(today, mois)}::date + time '10:15') at time zone 'Africa/Algiers'`
    const { id } = await db
      .insertInto('revisions_prix')
      .values({
        membre_nom: PAR,
        sorte: 'pourcent',
        valeur,
        arrondi: ARRONDI,
        motif,
        nombre: changes.length,
        cree_le: le,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('changements_prix')
      .values(
        changes.map(({ id: bien_id, ancien, nouveau }) => ({
          bien_id,
          ancien,
          nouveau,
          revision_id: id,
          le,
        })),
      )
      .execute()
  }
}

/** What a price was before it was raised to this one: the nearest that comes to it, else the nearest. */
function prixAvant(nouveau: Centimes, valeur: number): Centimes {
  const near = Math.round((nouveau * 10_000) / (10_000 + valeur) / ARRONDI) * ARRONDI
  const revised = (prix: Centimes) => prixRevise({ sorte: 'pourcent', valeur, arrondi: ARRONDI }, prix, null)
  return [near, near - ARRONDI, near + ARRONDI].find((prix) => revised(prix) === nouveau) ?? near
}
