import { sql, type RawBuilder } from 'kysely'
import type { Dossier } from '#features/dossiers/dossier.contract.ts'
import { MOYENS, type Canal } from '#features/dossiers/relances.rules.ts'
import type { RelancesInput } from '#features/dossiers/relances.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Relance = Dossier['relances'][number]

interface Relancee {
  id: number
  dossier_annee: number
  dossier_numero: number
  terminee_le: Date | null
  en_retard: Centimes
  /** The last one of today, if there is one already. */
  deja: { canal: Canal; par: string } | null
}

/**
 * Notes that so many dossiers were reminded today, each with what is late at this moment: all of them or none. That one was reminded
 * already is a remark, never a refusal.
 * @throws dossierInconnu (422 on vente_ids), venteClose (409)
 */
export async function createRelances(
  db: Db,
  actor: Actor,
  { vente_ids, canal, note = null }: RelancesInput,
): Promise<{ relances: Relance[]; remarques: string[] }> {
  const jour = aujourdhui()
  const ventes = await lockVentes(db, vente_ids, jour)
  const dossierOf = ({ dossier_annee, dossier_numero }: Relancee) =>
    numeroDossier(dossier_annee, dossier_numero)
  for (const vente of ventes)
    if (vente.terminee_le !== null)
      throw new AppError('venteClose', { dossier: dossierOf(vente), jour: jourOf(vente.terminee_le) })
  const rows = await db
    .insertInto('relances')
    .values(
      ventes.map(({ id, en_retard }) => ({
        vente_id: id,
        canal,
        jour,
        montant: en_retard,
        note,
        membre_nom: actor.name,
      })),
    )
    .returning(['id', 'vente_id', 'montant'])
    .execute()
  const ids = new Map(rows.map((row) => [row.vente_id, row.id]))
  const relances = ventes.map((vente) => ({
    id: ids.get(vente.id) ?? 0,
    vente_id: vente.id,
    dossier: dossierOf(vente),
    canal,
    jour,
    montant: vente.en_retard,
    note,
    par: actor.name,
  }))
  await writeJournal(
    db,
    actor,
    relances.map(({ id, ...apres }) => ({ action: 'ajouter', objet: 'relance', id, apres })),
  )
  return {
    relances,
    remarques: ventes.flatMap((vente) =>
      vente.deja
        ? [
            `Le dossier ${dossierOf(vente)} a déjà été relancé aujourd'hui (${MOYENS[vente.deja.canal]}, par ${vente.deja.par}).`,
          ]
        : [],
    ),
  }
}

/** Shared with other relances; whoever pays waits, so that what is noted as late was late. @throws dossierInconnu (422 on vente_ids) */
async function lockVentes(db: Db, ids: readonly number[], jour: Jour): Promise<Relancee[]> {
  const held = await sql<{ id: number }>`
    select id from ventes where id = any(${ids}) order by id for share`.execute(db)
  if (held.rows.length < ids.length) throw new AppError('dossierInconnu').on('vente_ids')
  // A statement of its own: what was paid while the lock was waited for is late no more.
  const { rows } = await sql<Relancee>`
    select v.id, v.dossier_annee, v.dossier_numero, v.terminee_le, ${enRetard(jour)} as en_retard,
      (select json_build_object('canal', r.canal, 'par', r.membre_nom) from relances r
        where r.vente_id = v.id and r.jour = ${jour} order by r.id desc limit 1) as deja
    from ventes v where v.id = any(${ids}) order by v.id`.execute(db)
  return rows
}

/** What is late of a vente `v`, in centimes. */
export const enRetard = (jour: Jour | RawBuilder<Jour>) => sql<Centimes>`(
  select coalesce(sum(e.montant - e.couvert), 0)::bigint from echeances e
  where e.vente_id = v.id and e.ouverte and e.exigible_le <= ${jour}::date)`
