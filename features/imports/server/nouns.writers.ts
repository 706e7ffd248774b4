import { addBiens, changeBiens } from '#features/biens/server/genre.changes.ts'
import type { Genre, Types } from '#features/biens/server/genre.read.ts'
import type { ClientInput } from '#features/clients/clients.contract.ts'
import { addClients, changeClients } from '#features/clients/server/clients.service.ts'
import { addNiveaux, changeNiveaux, type Niveau } from '#features/structure/server/niveaux.service.ts'
import type { Db } from '#server/database/db.ts'
import type { Actor } from '#server/http/session.ts'

/** Content to write, with the id of the record that it stands in: 0 for a noun that stands in none. */
interface Placed<C> {
  content: C
  parent: number
}
export interface Writer<C> {
  /** @returns the ids, in the order of the records */
  add: (db: Db, actor: Actor, records: readonly Placed<C>[]) => Promise<number[]>
  change: (db: Db, actor: Actor, records: readonly (Placed<C> & { id: number })[]) => Promise<void>
}

/** @param toSaisie what the form of the noun would send */
export const ofNiveau = <C, S extends object, T extends { id: number; version: number }>(
  niveau: Niveau<S, T>,
  toSaisie: (content: C, parent: number) => S,
): Writer<C> => ({
  add: (db, actor, records) =>
    addNiveaux(
      db,
      actor,
      niveau,
      records.map(({ content, parent }) => toSaisie(content, parent)),
    ),
  change: (db, actor, records) =>
    changeNiveaux(
      db,
      actor,
      niveau,
      records.map(({ id, content, parent }) => ({ ...toSaisie(content, parent), id })),
    ),
})

/** @param toSaisie what the form of the bien would send */
export const ofGenre = <C, G extends Types>(
  genre: Genre<G>,
  toSaisie: (content: C, parent: number) => G['creation'] & G['changement'],
): Writer<C> => ({
  add: (db, actor, records) =>
    addBiens(
      db,
      actor,
      genre,
      records.map(({ content, parent }) => toSaisie(content, parent)),
    ),
  change: (db, actor, records) =>
    changeBiens(
      db,
      actor,
      genre,
      records.map(({ id, content, parent }) => ({ ...toSaisie(content, parent), id })),
    ),
})

export const CLIENT: Writer<ClientInput> = {
  async add(db, actor, records) {
    const clients = await addClients(
      db,
      actor,
      records.map(({ content }) => content),
    )
    return clients.map(({ id }) => id)
  },
  change: (db, actor, records) =>
    changeClients(
      db,
      actor,
      records.map(({ id, content }) => ({ ...content, id })),
    ),
}
