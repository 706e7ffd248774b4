import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Cloture, ClotureInput } from '#features/rapports/clotures.contract.ts'
import { clotureErreurs } from '#features/rapports/clotures.erreurs.ts'
import { refusDeLaCloture } from '#features/rapports/clotures.rules.ts'
import { addSommes, readSommesDeCaisse } from '#features/rapports/server/caisse.sommes.ts'
import { readCloture } from '#features/rapports/server/clotures.read.ts'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { aujourdhui } from '#shared/dates.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import type { Db } from '#server/database/db.ts'
import { nextNumero } from '#server/database/numeros.ts'
import { assertKept, refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

/**
 * Keeps the count of a member's cash of a day, with what his till came to at this moment, under the next number of the year. It is never
 * edited nor deleted: a new one of the same member and day replaces it. Amounts in centimes. @param autrui whether the caller may close
 * the till of another member
 * @throws invalide (422 on membre_id) for an unknown member, caisseDUnAutre (422 on membre_id), ecartSansNote (422 on note)
 */
export async function createCloture(
  db: Db,
  actor: Actor,
  { jour: asked, membre_id, trouve, note = null }: ClotureInput,
  { autrui }: { autrui: boolean },
): Promise<Cloture> {
  const jour = asked ?? aujourdhui()
  const membre = await db
    .selectFrom('membres')
    .select(['id', 'name'])
    .where('id', '=', membre_id ?? actor.id)
    .forKeyShare()
    .executeTakeFirst()
  if (!membre) throw refuse(communesErreurs.invalide, { texte: VALEUR_INVALIDE }).on('membre_id')
  if (membre.id !== actor.id && !autrui) throw refuse(clotureErreurs.caisseDUnAutre).on('membre_id')
  const { totals } = addSommes(await readSommesDeCaisse(db, { jour, membre: membre.id }))
  assertKept(refusDeLaCloture(trouve - totals.attendu, note))
  const { nombre, especes, timbre, sorties } = totals
  const numero = await nextNumero(db, 'cloture')
  const { id } = await db
    .insertInto('clotures')
    .values({
      ...numero,
      jour,
      membre_id: membre.id,
      membre_nom: membre.name,
      nombre,
      especes,
      timbre,
      sorties,
      trouve,
      note,
      etablie_par: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cloture = await readCloture(db, id)
  await writeJournal(db, actor, { action: 'ajouter', objet: 'cloture', id, apres: cloture })
  return cloture
}
