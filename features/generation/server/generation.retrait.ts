import { sql } from 'kysely'
import { formatRetirees } from '#features/actes/actes.words.ts'
import type { Retrait } from '#features/actes/actes.schema.ts'
import type { Acte } from '#features/actes/server/actes.fiches.ts'
import { estDefaisable, previewRetrait, readActe, takeBack } from '#features/actes/server/actes.service.ts'
import type { Compte } from '#features/generation/apercu.contract.ts'
import type { Generation } from '#features/generation/generation.contract.ts'
import { generationErreurs } from '#features/generation/generation.erreurs.ts'
import { requireNoWriting } from '#features/imports/server/imports.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { communesErreurs } from '#shared/erreurs.ts'

const MONTREES = 20

/** The last generations of a residence, newest first; amounts in centimes. @throws introuvable */
export async function listGenerations(db: Db, residenceId: number): Promise<Generation[]> {
  const residence = await db
    .selectFrom('residences')
    .select('id')
    .where('id', '=', residenceId)
    .executeTakeFirst()
  if (!residence) throw refuse(communesErreurs.introuvable)
  const { rows } = await sql<{
    id: number
    le: Date
    membre_nom: string
    resume: Compte
    defait_le: Date | null
    peut_defaire: boolean
  }>`
    select a.id, a.le, a.membre_nom, a.resume, a.defait_le, ${estDefaisable} as peut_defaire
    from actes a where a.residence_id = ${residenceId} and a.import_id is null order by a.id desc limit ${MONTREES}`.execute(
    db,
  )
  return rows.map(({ membre_nom, resume, le, defait_le, ...acte }) => ({
    ...acte,
    ...resume,
    membre: membre_nom,
    le: le.toISOString(),
    defait_le: defait_le?.toISOString() ?? null,
  }))
}

/** Returns what annulling a generation would do. @throws introuvable, generationNeSAnnulePlus, importEnCours (409) */
export async function previewDefaire(db: Db, id: number): Promise<{ data: Retrait }> {
  return { data: await previewRetrait(db, await readDefaisable(db, id, false)) }
}

/**
 * Removes all that a generation made. @returns the count of fiches, and the message for the member
 * @throws introuvable, generationNeSAnnulePlus, importEnCours, fichesServies (409)
 */
export async function defaireGeneration(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ data: { retirees: number }; message: string }> {
  const acte = await readDefaisable(db, id, true)
  const { retirees } = await takeBack(db, actor, acte)
  await writeJournal(db, actor, {
    action: 'defaire',
    objet: 'residence',
    id: acte.residence_id,
    avant: acte.resume,
    apres: { retirees },
  })
  return { data: { retirees }, message: `Génération annulée : ${formatRetirees(retirees)}.` }
}

/** A generation that may still be annulled, locked when it will be. An import that writes would meet what goes. */
async function readDefaisable(db: Db, id: number, locking: boolean): Promise<Acte> {
  const acte = await readActe(db, { id }, locking)
  if (!acte) throw refuse(communesErreurs.introuvable)
  if (!acte.peut_defaire) throw refuse(generationErreurs.generationNeSAnnulePlus)
  await requireNoWriting(db)
  return acte
}
