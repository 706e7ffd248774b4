import { sql } from 'kysely'
import { enRetard } from '#features/etats/server/etats.read.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import type { Dossier } from '#features/ventes/dossiers.contract.ts'
import { NOMS_DES_CANAUX, type Canal } from '#features/ventes/relances.rules.ts'
import type { RelancesInput } from '#features/ventes/relances.contract.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Centimes } from '#shared/argent.ts'
import { aujourdhui, jourOf, type Jour } from '#shared/dates.ts'
import { numeroDossier } from '#shared/numero.ts'
import type { Db } from '#server/database/db.ts'
import { statement } from '#server/database/prepared.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

type Relance = Dossier['relances'][number]

interface Relancee {
  id: number
  dossier_annee: number
  dossier_numero: number
  terminee_le: Date | null
  en_retard: Centimes
  deja: { canal: Canal; par: string } | null
}

/**
 * Notes a relance of today for all these dossiers or for none, with their late amounts; a second one of today gives a remark.
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
      throw refuse(ventesErreurs.venteClose, { dossier: dossierOf(vente), jour: jourOf(vente.terminee_le) })
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
        membre_id: actor.id,
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
            `Le dossier ${dossierOf(vente)} a déjà été relancé aujourd'hui (${NOMS_DES_CANAUX[vente.deja.canal]}, par ${vente.deja.par}).`,
          ]
        : [],
    ),
  }
}

/**
 * Takes back a relance noted by mistake; the journal keeps it. Only its author does, on the same day (RF-41).
 * @throws introuvable (404), relanceDunAutre (409)
 */
export async function deleteRelance(db: Db, actor: Actor, id: number): Promise<void> {
  const [seen] = await selectRelance(db, id)
  if (!seen) throw refuse(communesErreurs.introuvable)
  const { membre_id, dossier_annee, dossier_numero, ...relance } = seen
  if (membre_id !== actor.id || relance.jour !== aujourdhui()) throw refuse(ventesErreurs.relanceDunAutre)
  await db.deleteFrom('relances').where('id', '=', id).execute()
  await writeJournal(db, actor, {
    action: 'supprimer',
    objet: 'relance',
    id,
    avant: { ...relance, dossier: numeroDossier(dossier_annee, dossier_numero) },
  })
}

type Notee = Omit<Relance, 'dossier' | 'id'> &
  Pick<Relancee, 'dossier_annee' | 'dossier_numero'> & { membre_id: number | null }

const selectRelance = statement<[number], Notee>(
  (id) => sql<Notee>`
    select r.vente_id, r.canal, r.jour, r.montant, r.note, r.membre_nom as par, r.membre_id, v.dossier_annee, v.dossier_numero
    from relances r join ventes v on v.id = r.vente_id where r.id = ${id} for update of r`,
)

/** Locks the ventes in share mode: other relances pass, payments wait. @throws dossierInconnu (422 on vente_ids) */
async function lockVentes(db: Db, ids: readonly number[], jour: Jour): Promise<Relancee[]> {
  const held = await sql<{ id: number }>`
    select id from ventes where id = any(${ids}) order by id for share`.execute(db)
  if (held.rows.length < ids.length) throw refuse(ventesErreurs.dossierInconnu).on('vente_ids')
  // This statement runs after the lock, so that it sees payments that were made while the lock was waited for.
  const { rows } = await sql<Relancee>`
    select v.id, v.dossier_annee, v.dossier_numero, v.terminee_le, ${enRetard(jour)} as en_retard,
      (select json_build_object('canal', r.canal, 'par', r.membre_nom) from relances r
        where r.vente_id = v.id and r.jour = ${jour} order by r.id desc limit 1) as deja
    from ventes v where v.id = any(${ids}) order by v.id`.execute(db)
  return rows
}
