import { sql, type RawBuilder } from 'kysely'
import { normaliser, readGenre } from '#shared/texte.ts'
import { containsMots, matchesClient, type Valeur } from '#server/database/mots.ts'

/**
 * A number of fewer digits is not looked for among phones. A lot's number has up to four, and the lists do not show the phone by
 * which a client would have been found.
 */
const CHIFFRES_TELEPHONE = 6

/** The sale `v` of a query, by its client's name or phone, or by the number of its bien, a lot, a local or a place (Q182). */
export function matchesVente(search: string, valeur: Valeur): RawBuilder<boolean> {
  const { genre, reste } = readGenre(search)
  const numero = (of: typeof genre) => (genre === of ? reste : search)
  const place = normaliser(numero('place'))
  const places = /^\d{1,9}$/.test(place)
    ? sql`union all select k.id from places_parking k where k.numero_place::text like ${valeur(`%${place}%`, 'text')}`
    : sql``
  // Arrays: the sales of both are looked up by their indexes, whatever the planner thinks of how many there are.
  return sql<boolean>`(
    v.client_id = any(array(select c.id from clients c where ${matchesClient('c', search, { chiffres: CHIFFRES_TELEPHONE, valeur })}))
    or v.bien_id = any(array(
      select a.id from appartements a where ${containsMots('a.recherche', numero('lot'), valeur)}
      union all select l.id from locaux l where ${containsMots('l.recherche', numero('local'), valeur)} ${places}
    )))`
}
