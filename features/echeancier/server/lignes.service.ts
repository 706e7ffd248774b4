import { sql } from 'kysely'
import {
  redistribute,
  type Declencheur,
  type Ligne,
  type LigneCouverte,
} from '#features/echeancier/echeancier.rules.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/** A line as it stands, in the order of its sale. In centimes. */
export interface LigneTenue extends LigneCouverte {
  id: number
}

/** The lines of a vente in their order, none when it has no échéancier. In centimes. */
export async function readLignes(db: Db, venteId: number): Promise<LigneTenue[]> {
  const { rows } = await sql<LigneTenue & { declencheur: Declencheur; date_prevue: Jour | null }>`
    select id, libelle, montant, couvert, declencheur, stade_id, date_prevue
    from echeances where vente_id = ${venteId} order by rang`.execute(db)
  return rows
}

/**
 * Makes these the lines of a locked vente, in this order: the one place that writes them. One with an `id` is that line, changed or
 * moved; whatever is not among them goes. What they have received and when they are due follows. In centimes.
 * The caller sees to it that they add up to the price.
 */
export async function writeLignes(
  db: Db,
  actor: Actor,
  vente: { id: number },
  lignes: readonly (Ligne & { id?: number | undefined })[],
): Promise<void> {
  const avant = await readLignes(db, vente.id)
  const rows = lignes.map(({ id, libelle, montant, declencheur, stade_id, date_prevue }, index) => ({
    id: id ?? null,
    rang: index + 1,
    libelle,
    montant,
    declencheur,
    stade_id,
    date_prevue,
  }))
  const sent = sql`json_to_recordset(${JSON.stringify(rows)}::json) as l (
    id bigint, rang integer, libelle text, montant bigint, declencheur text, stade_id bigint, date_prevue date)`
  const kept = rows.flatMap(({ id }) => id ?? [])
  await sql`delete from echeances where vente_id = ${vente.id} and not (id = any (${kept}::bigint[]))`.execute(
    db,
  )
  await sql`
    update echeances e set rang = l.rang, libelle = l.libelle, montant = l.montant, declencheur = l.declencheur,
      stade_id = l.stade_id, date_prevue = l.date_prevue
    from ${sent} where e.id = l.id and e.vente_id = ${vente.id}`.execute(db)
  await sql`
    insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue)
    select ${vente.id}, l.rang, l.libelle, l.montant, l.declencheur, l.stade_id, l.date_prevue
    from ${sent} where l.id is null`.execute(db)
  await sql`select rafraichir_echeances(array[${vente.id}::bigint])`.execute(db)
  const apres = await readLignes(db, vente.id)
  if (JSON.stringify(avant) === JSON.stringify(apres)) return
  await writeJournal(db, actor, {
    action: 'echeancier',
    objet: 'vente',
    id: vente.id,
    avant: { lignes: avant },
    apres: { lignes: apres },
  })
}

/**
 * Gives locked ventes that have no line their first ones, all in a few statements. What they have received and when they are due
 * follows. In centimes. The caller sees to it that those of each add up to its price.
 */
export async function writeFirstLignes(
  db: Db,
  actor: Actor,
  ventes: readonly { id: number; lignes: readonly Ligne[] }[],
): Promise<void> {
  if (ventes.length === 0) return
  const rows = ventes.flatMap(({ id, lignes }) =>
    lignes.map((ligne, index) => ({ ...ligne, vente_id: id, rang: index + 1 })),
  )
  const ids = ventes.map(({ id }) => id)
  await sql`
    insert into echeances (vente_id, rang, libelle, montant, declencheur, stade_id, date_prevue)
    select l.vente_id, l.rang, l.libelle, l.montant, l.declencheur, l.stade_id, l.date_prevue
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (
      vente_id bigint, rang integer, libelle text, montant bigint, declencheur text, stade_id bigint, date_prevue date)`.execute(
    db,
  )
  await sql`select rafraichir_echeances(${ids}::bigint[])`.execute(db)
  const { rows: written } = await sql<LigneTenue & { vente_id: number }>`
    select vente_id, id, libelle, montant, couvert, declencheur, stade_id, date_prevue
    from echeances where vente_id = any (${ids}::bigint[]) order by vente_id, rang`.execute(db)
  const apres = groupBy(written, ({ vente_id }) => vente_id)
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({
      action: 'echeancier',
      objet: 'vente',
      id,
      avant: { lignes: [] },
      apres: { lignes: (apres.get(id) ?? []).map(({ vente_id: _, ...ligne }) => ligne) },
    })),
  )
}

/**
 * Divides what is not covered of a locked vente anew after its price has changed; nothing without an échéancier. In centimes.
 * @param vente with the price that holds from now on
 */
export async function redistributeLignes(
  db: Db,
  actor: Actor,
  vente: { id: number; prix: Centimes; total_paye: Centimes },
): Promise<void> {
  const lignes = await readLignes(db, vente.id)
  if (lignes.length > 0)
    await writeLignes(db, actor, vente, redistribute(lignes, vente.prix, vente.total_paye))
}
