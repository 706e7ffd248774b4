/// <reference types="vite/types/importMeta.d.ts" />
import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/database/db.ts'
import type { Answer, Visitor } from '#test/harness/app.ts'
import { asForm, type Change, type Scenes } from '#test/scenes/scene.ts'

/** The scenes of every feature: a file that is there takes part. */
const files = import.meta.glob<{ scenes: Scenes }>('/features/*/server/*.scenes.ts', { eager: true })

/**
 * By method and path, a request that is accepted: every kind of record the call can touch is there (a plan to be replaced,
 * payments to go with a local …).
 */
const scenes: Scenes = (visitor) =>
  Object.assign({}, ...Object.values(files).map((file) => file.scenes(visitor)))

/** The calls that have a scene; twice, if two features have one. */
export const scenesThere = (visitor: Visitor): string[] =>
  Object.values(files).flatMap((file) => Object.keys(file.scenes(visitor)))

/**
 * A request that `call` (a method and a path of the contracts, as `PUT /api/clients/{id}`) accepts, on records of its own.
 * @param visitor signed in, for what is prepared through the calls themselves
 */
export async function makeChange(call: string, db: Db, visitor: Visitor): Promise<Change> {
  const scene = scenes(visitor)[call]
  if (!scene) throw new Error(`no features/…/server/….scenes.ts has a request for ${call}`)
  return { method: call.slice(0, call.indexOf(' ')), ...(await scene(db)) }
}

/** Every call of the contracts that changes something, as {@link makeChange} takes it. */
export const mutatingCalls = (app: FastifyInstance): string[] =>
  app.contracts.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

/** Sends it as its screen would: JSON, or a form when it has a file. */
export function sendChange(
  visitor: Visitor,
  { method, path, body, file }: Change,
  headers?: Record<string, string>,
): Promise<Answer> {
  if (file) return visitor.form(path, asForm(body ?? {}), file, headers)
  if (method === 'DELETE') return visitor.delete(path, headers)
  return method === 'PUT' ? visitor.put(path, body, headers) : visitor.post(path, body, headers)
}
