import { sql } from 'kysely'
import { holds } from '#features/etats/etats.rules.ts'
import { asSeen, clearOptions, forgetOptions } from '#features/clients/server/effacement.options.ts'
import { optionsErreurs } from '#features/options/options.erreurs.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Jour } from '#shared/dates.ts'
import type { Db } from '#server/database/db.ts'
import { refuse } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const TITULAIRE_EFFACE = 'Titulaire effacé'

/**
 * Erases a person who held options without being a client, for good (law 18-07, art. 35): from this option and from those with the same
 * name and a telephone in common, since a name alone identifies nobody. An erased option stays as it is.
 * @param confirmation the name, as it was typed
 * @throws introuvable (404), titulaireARecopier (422 on confirmation), optionDUnClient, optionEnCours (409)
 */
export async function eraseTitulaire(db: Db, actor: Actor, id: number, confirmation: string): Promise<void> {
  const siennes = await lockSiennes(db, id)
  const option = siennes.find((one) => one.id === id)
  if (!option) throw refuse(communesErreurs.introuvable)
  if (option.efface_le !== null) return
  if (option.client_id !== null) throw refuse(optionsErreurs.optionDUnClient)
  if (asSeen(confirmation) !== asSeen(option.nom))
    throw refuse(optionsErreurs.titulaireARecopier).on('confirmation')
  if (siennes.some((sienne) => sienne.fin === null && holds(sienne)))
    throw refuse(optionsErreurs.optionEnCours)
  const ids = siennes.map((one) => one.id)
  const effacees = await clearOptions(db, sql<boolean>`id = any(${ids}::bigint[])`, TITULAIRE_EFFACE)
  await forgetOptions(db, effacees)
  await writeJournal(
    db,
    actor,
    ids.map((effacee) => ({
      action: 'effacer',
      objet: 'option',
      id: effacee,
      apres: { details: 'Données effacées.' },
    })),
  )
}

interface Sienne {
  id: number
  client_id: number | null
  nom: string
  expire_le: Jour
  fin: string | null
  efface_le: Date | null
}

/** Locks an option and the others of the same person that no client holds, in id order. */
async function lockSiennes(db: Db, id: number): Promise<Sienne[]> {
  const { rows } = await sql<Sienne>`
    select o.id, o.client_id, o.nom, o.expire_le, o.fin, o.efface_le
    from options o join options s on s.id = ${id}
    where o.id = s.id or (o.client_id is null and s.client_id is null and o.efface_le is null and s.efface_le is null
      and o.recherche = s.recherche and cles_de_telephone(o.tel) && cles_de_telephone(s.tel))
    order by o.id for update of o`.execute(db)
  return rows
}
