import type { Readable } from 'node:stream'

/** Where the bytes of plans live. Names are random ids of ours; nothing a user sends ever becomes a path. */
export interface FileStore {
  /** A fresh private path to write an upload to before it is kept. */
  draft(): Promise<string>
  /** Keeps a draft for good under `id`; durable once it resolves. */
  keep(draft: string, id: string): Promise<void>
  /** The bytes; fails with the code ENOENT when there is no such file, and at once when the signal says that nobody wants them. */
  read(id: string, signal?: AbortSignal): Readable
  remove(id: string): Promise<void>
  /** Ids of the kept files that are older than an hour: no request can still be deciding about them. */
  settled(): Promise<string[]>
  /** Removes uploads that were abandoned more than an hour ago. */
  dropAbandoned(): Promise<void>
  /** @throws Refusal when the store cannot be used */
  check(): Promise<void>
}
