import { sql } from 'kysely'
import { redistribute, type Ligne, type LigneCouverte } from '#features/echeanciers/echeancier.rules.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/** A stored line of an échéancier, in centimes. */
export interface LigneTenue extends LigneCouverte {
  id: number
}

/** Reads the lines of a vente in order, in centimes; none when it has no échéancier. */
export const readLignes = async (db: Db, venteId: number): Promise<LigneTenue[]> =>
  (await readLignesDe(db, [venteId])).get(venteId) ?? []

/** Reads the lines of these ventes by vente id; a vente without an échéancier is absent from the map. */
async function readLignesDe(db: Db, ventes: readonly number[]): Promise<Map<number, LigneTenue[]>> {
  const { rows } = await sql<LigneTenue & { vente_id: number }>`
    select vente_id, id, libelle, libelle_ar, montant, couvert, declencheur, stade_id, date_prevue
    from echeances where vente_id = any (${ventes}::bigint[]) order by vente_id, rang`.execute(db)
  const lignes = groupBy(rows, ({ vente_id }) => vente_id)
  return new Map([...lignes].map(([id, siennes]) => [id, siennes.map(({ vente_id: _, ...ligne }) => ligne)]))
}

/** A locked vente and the lines it is to have. A line with an `id` changes or moves that line; a stored line that is absent is deleted. */
interface Planifiee {
  id: number
  lignes: readonly (Ligne & { id?: number | undefined })[]
}

/**
 * Replaces the lines of a locked vente, in this order and in centimes. The caller makes sure that they add up to the price; the database
 * then recomputes covered amounts and due days.
 */
export const writeLignes = (
  db: Db,
  actor: Actor,
  { id }: { id: number },
  lignes: Planifiee['lignes'],
): Promise<void> => writeLignesDe(db, actor, [{ id, lignes }])

/** {@link writeLignes} of many ventes, in as many statements as for one. */
async function writeLignesDe(db: Db, actor: Actor, ventes: readonly Planifiee[]): Promise<void> {
  const ids = ventes.map(({ id }) => id)
  const avant = await readLignesDe(db, ids)
  const rows = ventes.flatMap((vente) =>
    vente.lignes.map(
      ({ id, libelle, libelle_ar = null, montant, declencheur, stade_id, date_prevue }, index) => ({
        id: id ?? null,
        vente_id: vente.id,
        rang: index + 1,
        libelle,
        libelle_ar,
        montant,
        declencheur,
        stade_id,
        date_prevue,
      }),
    ),
  )
  const sent = sql`json_to_recordset(${JSON.stringify(rows)}::json) as l (id bigint, vente_id bigint,
    rang integer, libelle text, libelle_ar text, montant bigint, declencheur text, stade_id bigint, date_prevue date)`
  const kept = rows.flatMap(({ id }) => id ?? [])
  await sql`delete from echeances where vente_id = any (${ids}::bigint[]) and not (id = any (${kept}::bigint[]))`.execute(
    db,
  )
  await sql`
    update echeances e set rang = l.rang, libelle = l.libelle, libelle_ar = l.libelle_ar, montant = l.montant, declencheur = l.declencheur,
      stade_id = l.stade_id, date_prevue = l.date_prevue
    from ${sent} where e.id = l.id and e.vente_id = l.vente_id`.execute(db)
  await sql`
    insert into echeances (vente_id, rang, libelle, libelle_ar, montant, declencheur, stade_id, date_prevue)
    select l.vente_id, l.rang, l.libelle, l.libelle_ar, l.montant, l.declencheur, l.stade_id, l.date_prevue
    from ${sent} where l.id is null order by l.vente_id, l.rang`.execute(db)
  await sql`select rafraichir_echeances(${ids}::bigint[])`.execute(db)
  const apres = await readLignesDe(db, ids)
  const said = ids.map((id) => ({
    id,
    avant: { lignes: avant.get(id) ?? [] },
    apres: { lignes: apres.get(id) ?? [] },
  }))
  await writeJournal(
    db,
    actor,
    said
      .filter((one) => JSON.stringify(one.avant) !== JSON.stringify(one.apres))
      .map((one) => ({ action: 'echeancier', objet: 'vente' as const, ...one })),
  )
}

/**
 * Inserts the first lines of locked ventes, in a few statements and in centimes. The caller makes sure that the lines of each vente add up
 * to its price.
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
    insert into echeances (vente_id, rang, libelle, libelle_ar, montant, declencheur, stade_id, date_prevue)
    select l.vente_id, l.rang, l.libelle, l.libelle_ar, l.montant, l.declencheur, l.stade_id, l.date_prevue
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (
      vente_id bigint, rang integer, libelle text, libelle_ar text, montant bigint, declencheur text, stade_id bigint,
      date_prevue date)`.execute(db)
  await sql`select rafraichir_echeances(${ids}::bigint[])`.execute(db)
  const apres = await readLignesDe(db, ids)
  await writeJournal(
    db,
    actor,
    ids.map((id) => ({
      action: 'echeancier',
      objet: 'vente',
      id,
      avant: { lignes: [] },
      apres: { lignes: apres.get(id) ?? [] },
    })),
  )
}

interface VenteAuPrix {
  id: number
  prix: Centimes
  total_paye: Centimes
}

/** Redistributes the open part of the lines of a vente after its price has changed; does nothing without an échéancier. */
export const redistributeLignes = (db: Db, actor: Actor, vente: VenteAuPrix): Promise<void> =>
  redistributeLignesDe(db, actor, [vente])

/** {@link redistributeLignes} of many ventes, in as many statements as for one. */
export async function redistributeLignesDe(
  db: Db,
  actor: Actor,
  ventes: readonly VenteAuPrix[],
): Promise<void> {
  const avant = await readLignesDe(
    db,
    ventes.map(({ id }) => id),
  )
  const planifiees = ventes.flatMap(({ id, prix, total_paye }) => {
    const lignes = avant.get(id)
    return lignes ? [{ id, lignes: redistribute(lignes, prix, total_paye) }] : []
  })
  if (planifiees.length > 0) await writeLignesDe(db, actor, planifiees)
}
