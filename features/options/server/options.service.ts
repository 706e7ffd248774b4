import { lockAnyBien, lockVenteOuverte, type Bien } from '#features/biens/server/biens.service.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Option, OptionInput, ProlongationInput } from '#features/options/options.contract.ts'
import { readOption } from '#features/options/server/options.read.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { addJours, aujourdhui, type Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { changeVersioned } from '#server/database/records.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Holds a free bien for a client, or for somebody who is none yet, until the end of a day. One whose last day is over makes room.
 * @throws titulaireManquant, titulaireDouble, clientInconnu, bienManquant, jourPasse, optionTropLongue (422),
 *   bienDejaVendu, bienBloque, bienSousOption (409)
 */
export async function createOption(db: Db, actor: Actor, input: OptionInput): Promise<Option> {
  const { bien_id, client_id, nom, tel, expire_le, note } = input
  if (client_id == null && nom == null) throw new AppError('titulaireManquant').on('client_id')
  if (client_id != null && nom != null) throw new AppError('titulaireDouble').on('nom')
  await assertDuration(db, expire_le)
  if (client_id != null) await holdClient(db, client_id)
  const bien = await lockAnyBien(db, bien_id)
  if (!bien) throw new AppError('bienManquant').on('bien_id')
  if (await lockVenteOuverte(db, bien.id)) throw new AppError('bienDejaVendu')
  assertNotBlocked(bien)
  const held = await lockOpenOption(db, bien.id)
  if (held && isLive(held)) throw new AppError('bienSousOption', { nom: held.nom, jour: held.expire_le })
  if (held) await closeOption(db, actor, held, 'expiree')
  const holder = client_id == null ? { nom: nom ?? '', tel: tel ?? null } : await holderOf(db, client_id)
  const { id } = await db
    .insertInto('options')
    .values({
      bien_id: bien.id,
      client_id: client_id ?? null,
      ...holder,
      expire_le,
      note: note ?? null,
      prise_par: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const apres = await readOption(db, id)
  await writeJournal(db, actor, { action: 'poser', objet: 'option', id, apres })
  return apres
}

/**
 * Gives an option another last day, also one that is over and that nobody replaced, and gives somebody's to the client he has become.
 * @throws introuvable (404), optionClose, bienBloque, versionPerimee (409), jourPasse, optionTropLongue, clientInconnu (422)
 */
export async function prolongOption(
  db: Db,
  actor: Actor,
  id: number,
  { client_id, expire_le, note, version }: ProlongationInput,
): Promise<Option> {
  if (client_id != null) await holdClient(db, client_id)
  const { bien, option } = await lockOption(db, id)
  if (option.fin !== null) throw new AppError('optionClose')
  assertNotBlocked(bien)
  await assertDuration(db, expire_le)
  const avant = await readOption(db, id)
  const holder = client_id == null ? {} : { client_id, ...(await holderOf(db, client_id)) }
  await changeVersioned(db, 'options', option, version, { expire_le, note, ...holder })
  const apres = await readOption(db, id)
  await writeJournal(db, actor, { action: 'prolonger', objet: 'option', id, avant, apres })
  return apres
}

/** Lets a bien go before the last day. @throws introuvable (404), optionClose, versionPerimee (409) */
export async function releaseOption(
  db: Db,
  actor: Actor,
  id: number,
  { motif, version }: { motif?: string | null | undefined; version?: number | null | undefined },
): Promise<Option> {
  const { option } = await lockOption(db, id)
  if (option.fin !== null) throw new AppError('optionClose')
  const avant = await readOption(db, id)
  const fin = { fin: 'liberee', fin_le: new Date(), motif_fin: motif ?? null }
  await changeVersioned(db, 'options', option, version, fin)
  const apres = await readOption(db, id)
  await writeJournal(db, actor, { action: 'liberer', objet: 'option', id, avant, apres })
  return apres
}

/**
 * What a sale makes of the option on a locked bien: the buyer's own ends as sold, one that is over as such. Somebody who is no client
 * yet buys under the option that is named.
 * @throws bienBloque, bienSousOption, optionClose (409), optionInconnue (422 on option_id)
 */
export async function settleOption(
  db: Db,
  actor: Actor,
  bien: Bien,
  clientId: number,
  optionId?: number | null,
): Promise<void> {
  assertNotBlocked(bien)
  if (optionId != null) await assertExists(db, optionId)
  const held = await lockOpenOption(db, bien.id)
  const live = held && isLive(held)
  if (optionId != null && (!live || held.id !== optionId)) throw new AppError('optionClose')
  if (!held) return
  if (!live) return closeOption(db, actor, held, 'expiree')
  const own = held.client_id === clientId || (held.client_id === null && optionId === held.id)
  if (!own) throw new AppError('bienSousOption', { nom: held.nom, jour: held.expire_le })
  await closeOption(db, actor, held, 'vendue', clientId)
}

/** @throws optionInconnue (422 on option_id) */
async function assertExists(db: Db, id: number): Promise<void> {
  const found = await db.selectFrom('options').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('optionInconnue').on('option_id')
}

/** The day after which an option holds nothing: the last day counts. */
const isLive = ({ expire_le }: { expire_le: Jour }): boolean => expire_le >= aujourdhui()

export function assertNotBlocked({ bloque_motif }: Pick<Bien, 'bloque_motif'>): void {
  if (bloque_motif !== null) throw new AppError('bienBloque', { motif: bloque_motif })
}

async function assertDuration(db: Db, expire_le: Jour): Promise<void> {
  const { option_jours_max } = await readParametres(db, 'ventes')
  const refused = refuseDuration(expire_le, option_jours_max)
  if (refused) throw refused.on('expire_le')
}

/** Why an option cannot end on this day, null when it can. @param jours how long one may last, null for no limit */
export function refuseDuration(expire_le: Jour, jours: number | null): AppError | null {
  if (expire_le < aujourdhui()) return new AppError('jourPasse')
  const jour = jours === null ? null : addJours(aujourdhui(), jours)
  return jours !== null && jour !== null && expire_le > jour
    ? new AppError('optionTropLongue', { jours, jour })
    : null
}

const holderOf = async (db: Db, clientId: number) => {
  const { nomComplet, tel } = await readClient(db, clientId)
  return { nom: nomComplet, tel }
}

/** The option of a locked bien that has not ended, live or over. */
export const lockOpenOption = (db: Db, bienId: number) =>
  db
    .selectFrom('options')
    .selectAll()
    .where('bien_id', '=', bienId)
    .where('fin', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** An option under the lock of its bien. @throws introuvable */
async function lockOption(db: Db, id: number) {
  const seen = await db.selectFrom('options').select('bien_id').where('id', '=', id).executeTakeFirst()
  const bien = seen && (await lockAnyBien(db, seen.bien_id))
  const option = await db
    .selectFrom('options')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!bien || !option) throw new AppError('introuvable')
  return { bien, option }
}

/** Ends the option of a locked bien whose last day is over, to make room for another. */
export async function closeExpired(db: Db, actor: Actor, bienId: number): Promise<void> {
  const held = await lockOpenOption(db, bienId)
  if (held && !isLive(held)) await closeOption(db, actor, held, 'expiree')
}

async function closeOption(
  db: Db,
  actor: Actor,
  option: { id: number; client_id: number | null; version: number },
  fin: 'expiree' | 'vendue',
  clientId = option.client_id,
): Promise<void> {
  const avant = await readOption(db, option.id)
  await changeVersioned(db, 'options', option, undefined, { fin, fin_le: new Date(), client_id: clientId })
  await writeJournal(db, actor, {
    action: fin === 'vendue' ? 'vendre' : 'expirer',
    objet: 'option',
    id: option.id,
    avant,
    apres: await readOption(db, option.id),
  })
}
