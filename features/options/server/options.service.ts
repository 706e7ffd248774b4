import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { sql } from 'kysely'
import { communesErreurs } from '#shared/erreurs.ts'
import { optionsErreurs } from '#features/options/options.erreurs.ts'
import { lockAnyBien, lockVenteOuverte, type Bien } from '#features/etats/server/biens.locks.ts'
import { holdClient, readClient } from '#features/clients/server/clients.service.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Option, OptionInput, ProlongationInput } from '#features/options/options.contract.ts'
import { ligneDOption, readOption, readOptions } from '#features/options/server/options.read.ts'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import { addMany, only } from '#server/database/bulk.ts'
import type { Db } from '#server/database/db.ts'
import { inOrder } from '#server/database/prepared.ts'
import { changeVersioned } from '#server/database/records.ts'
import { refusDuBienBloque, refusDuBienTenu, holds } from '#features/etats/etats.rules.ts'
import { refusDeLaDuree } from '#features/options/options.rules.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Holds a free bien until the end of a day for a client, or for a person who is none yet. An option whose last day is over makes room.
 * @throws titulaireManquant, titulaireDouble, clientInconnu, bienManquant, jourPasse, optionTropLongue (422), bienDejaVendu, bienBloque,
 * bienSousOption (409)
 */
export async function createOption(db: Db, actor: Actor, input: OptionInput): Promise<Option> {
  const { bien_id, client_id, nom, tel, expire_le, note } = input
  if (client_id == null && nom == null) throw refuse(optionsErreurs.titulaireManquant).on('client_id')
  if (client_id != null && nom != null) throw refuse(optionsErreurs.titulaireDouble).on('nom')
  await assertDuration(db, expire_le)
  if (client_id != null) await holdClient(db, client_id)
  const bien = await lockAnyBien(db, bien_id)
  if (!bien) throw refuse(etatsErreurs.bienManquant).on('bien_id')
  if (await lockVenteOuverte(db, bien.id)) throw refuse(etatsErreurs.bienDejaVendu)
  assertKept(refusDuBienBloque(bien))
  const held = (await lockOpenOptions(db, [bien.id])).get(bien.id)
  assertKept(refusDuBienTenu(held))
  if (held) await closeOptions(db, actor, [{ option: held, fin: 'expiree' }])
  const holder = client_id == null ? { nom: nom ?? '', tel: tel ?? null } : await holderOf(db, client_id)
  return only(
    await addOptions(db, actor, [
      { bien_id: bien.id, client_id: client_id ?? null, ...holder, expire_le, note: note ?? null },
    ]),
  )
}

interface NouvelleOption {
  bien_id: number
  client_id: number | null
  nom: string
  tel: string | null
  expire_le: Jour
  note: string | null
}

/** Adds options on locked biens that are free, in their order. */
export async function addOptions(
  db: Db,
  actor: Actor,
  options: readonly NouvelleOption[],
): Promise<Option[]> {
  const ids = await addMany(
    db,
    'options',
    options.map((option) => ({ ...option, prise_par: actor.name })),
  )
  const apres = inOrder(ids, await readOptions(db, ids))
  await writeJournal(
    db,
    actor,
    apres.map((option) => ({
      action: 'poser',
      objet: 'option',
      id: option.id,
      apres: ligneDOption(option),
    })),
  )
  return apres
}

/**
 * Gives an option another last day, even when the old one is over, and passes it to a client when its holder has become one.
 * @throws introuvable (404), optionClose, optionDUnAutre, bienBloque, versionPerimee (409), jourPasse, optionTropLongue, clientInconnu
 * (422)
 */
export async function prolongOption(
  db: Db,
  actor: Actor,
  id: number,
  { client_id, expire_le, note, version }: ProlongationInput,
): Promise<Option> {
  if (client_id != null) await holdClient(db, client_id)
  const { bien, option } = await lockOption(db, id)
  if (option.fin !== null) throw refuse(optionsErreurs.optionClose)
  if (client_id != null && option.client_id !== null && option.client_id !== client_id)
    throw refuse(optionsErreurs.optionDUnAutre, { nom: option.nom })
  assertKept(refusDuBienBloque(bien))
  await assertDuration(db, expire_le)
  const avant = await readOption(db, id)
  const holder = client_id == null ? {} : { client_id, ...(await holderOf(db, client_id)) }
  await changeVersioned(db, 'options', option, version, { expire_le, note, ...holder })
  const apres = await readOption(db, id)
  await noteChange(db, actor, 'prolonger', avant, apres)
  return apres
}

/** Releases a bien before the last day of its option. @throws introuvable (404), optionClose, versionPerimee (409) */
export async function releaseOption(
  db: Db,
  actor: Actor,
  id: number,
  { motif, version }: { motif?: string | null | undefined; version?: number | null | undefined },
): Promise<Option> {
  const { option } = await lockOption(db, id)
  if (option.fin !== null) throw refuse(optionsErreurs.optionClose)
  const avant = await readOption(db, id)
  const fin = { fin: 'liberee', fin_le: new Date(), motif_fin: motif ?? null }
  await changeVersioned(db, 'options', option, version, fin)
  const apres = await readOption(db, id)
  await noteChange(db, actor, 'liberer', avant, apres)
  return apres
}

/**
 * Ends the option on a locked bien when the bien is sold: as sold when the buyer held it, as expired when its last day is over. A buyer who
 * held it before becoming a client names it by `optionId`.
 * @throws bienBloque, bienSousOption, optionClose (409), optionInconnue (422 on option_id)
 */
export async function settleOption(
  db: Db,
  actor: Actor,
  bien: BienVendu,
  clientId: number,
  optionId?: number | null,
): Promise<void> {
  assertKept(refusDuBienBloque(bien))
  if (optionId != null) await assertExists(db, optionId)
  await settleOptions(db, actor, [{ bien, clientId, optionId }])
}

type BienVendu = Pick<Bien, 'id' | 'bloque_motif'>

/** {@link settleOption} of many sales, in as many statements as for one. */
export async function settleOptions(
  db: Db,
  actor: Actor,
  ventes: readonly { bien: BienVendu; clientId: number; optionId?: number | null | undefined }[],
): Promise<void> {
  for (const { bien } of ventes) assertKept(refusDuBienBloque(bien))
  const tenues = await lockOpenOptions(
    db,
    ventes.map(({ bien }) => bien.id),
  )
  // One day for all: at midnight an option holds for every question, or for none.
  const today = aujourdhui()
  const ends = ventes.flatMap(({ bien, clientId, optionId }): Fin[] => {
    const held = tenues.get(bien.id)
    const live = held && holds(held, today)
    if (optionId != null && (!live || held.id !== optionId)) throw refuse(optionsErreurs.optionClose)
    if (!held) return []
    if (!live) return [{ option: held, fin: 'expiree' }]
    const own = held.client_id === clientId || (held.client_id === null && optionId === held.id)
    if (!own) assertKept(refusDuBienTenu(held, today))
    return [{ option: held, fin: 'vendue', clientId }]
  })
  await closeOptions(db, actor, ends)
}

async function assertExists(db: Db, id: number): Promise<void> {
  const found = await db.selectFrom('options').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw refuse(optionsErreurs.optionInconnue).on('option_id')
}

async function assertDuration(db: Db, expire_le: Jour): Promise<void> {
  const { option_jours_max } = await readParametres(db, 'ventes')
  assertKept(refusDeLaDuree(expire_le, option_jours_max))
}

const holderOf = async (db: Db, clientId: number) => {
  const { nomComplet, tel } = await readClient(db, clientId)
  return { nom: nomComplet, tel }
}

/** Locks the options of locked biens that have not ended, whether their last day is over or not, by bien id. */
async function lockOpenOptions(db: Db, biens: readonly number[]) {
  const rows = await db
    .selectFrom('options')
    .selectAll()
    .where('bien_id', '=', sql<number>`any (${biens}::bigint[])`)
    .where('fin', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.bien_id, row]))
}

/** Locks the bien of an option, then the option. @throws introuvable */
async function lockOption(db: Db, id: number) {
  const seen = await db.selectFrom('options').select('bien_id').where('id', '=', id).executeTakeFirst()
  const bien = seen && (await lockAnyBien(db, seen.bien_id))
  const option = await db
    .selectFrom('options')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!bien || !option) throw refuse(communesErreurs.introuvable)
  return { bien, option }
}

/** Ends the options of locked biens whose last day is over, so that others can take their place. */
export async function closeExpired(db: Db, actor: Actor, biens: readonly number[]): Promise<void> {
  const held = [...(await lockOpenOptions(db, biens)).values()]
  await closeOptions(
    db,
    actor,
    held.filter((option) => !holds(option)).map((option) => ({ option, fin: 'expiree' })),
  )
}

interface Fin {
  option: { id: number; client_id: number | null }
  fin: 'expiree' | 'vendue'
  clientId?: number
}

async function closeOptions(db: Db, actor: Actor, ends: readonly Fin[]): Promise<void> {
  if (ends.length === 0) return
  const ids = ends.map(({ option }) => option.id)
  const read = async () =>
    new Map((await readOptions(db, ids)).map((option) => [option.id, ligneDOption(option)]))
  const avant = await read()
  await sql`
    update options o set fin = l.fin, fin_le = ${new Date()}, client_id = l.client_id, version = version + 1
    from unnest(${ids}::bigint[], ${ends.map(({ fin }) => fin)}::text[],
      ${ends.map(({ option, clientId }) => clientId ?? option.client_id)}::bigint[]) as l (id, fin, client_id)
    where o.id = l.id`.execute(db)
  const apres = await read()
  await writeJournal(
    db,
    actor,
    ends.map(({ option: { id }, fin }) => ({
      action: fin === 'vendue' ? 'vendre' : 'expirer',
      objet: 'option',
      id,
      avant: avant.get(id),
      apres: apres.get(id),
    })),
  )
}

const noteChange = (db: Db, actor: Actor, action: string, avant: Option, apres: Option) =>
  writeJournal(db, actor, {
    action,
    objet: 'option',
    id: apres.id,
    avant: ligneDOption(avant),
    apres: ligneDOption(apres),
  })
