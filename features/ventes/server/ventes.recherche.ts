import { sql, type RawBuilder } from 'kysely'
import { toChiffres } from '#shared/chiffres.ts'
import { normaliser, readGenre } from '#shared/texte.ts'
import { containsMots, matchesClient, shown, type Valeur } from '#server/database/lists.ts'

/** Fewer digits are not looked for among phones: a lot has such a number, and the lists show no phone. */
const CHIFFRES_TELEPHONE = 6

/** Condition that the client or the number of the bien of sale `v` matches a search (Q182). */
export function matchesVente(search: string, valeur: Valeur): RawBuilder<boolean> {
  const { genre, reste } = readGenre(search)
  const numero = (of: typeof genre) => (genre === of ? reste : toChiffres(search))
  const place = normaliser(numero('place'))
  const places = /^\d{1,9}$/.test(place)
    ? sql`union all select k.id from places_parking k where k.numero_place::text like ${valeur(`%${place}%`, 'text')}`
    : sql``
  // Arrays make the planner use the indexes of both columns, whatever number of matches it expects.
  return sql<boolean>`(
    v.client_id = any(array(select c.id from clients c where ${matchesClient('c', search, { chiffres: CHIFFRES_TELEPHONE, valeur })}))
    or v.bien_id = any(array(
      select a.id from appartements a where ${containsMots('a.recherche', numero('lot'), valeur)}
      union all select l.id from locaux l where ${containsMots('l.recherche', numero('local'), valeur)} ${places}
    )))`
}

/**
 * Condition that the client who held the dossier when `p` was recorded matches a search: the books bear that name (RE-08). {@link matchesVente}
 * finds the present client.
 */
export const matchesDetenteur = (
  search: string,
  chiffres: number = CHIFFRES_TELEPHONE,
  valeur: Valeur = shown,
): RawBuilder<boolean> =>
  sql<boolean>`p.detenteur_id = any(array(select c.id from clients c where ${matchesClient('c', search, { chiffres, valeur })}))`
