import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Height of the window's inside, more or less. */
export const HEIGHT = 900
/** Between two keys: faster than anybody types, slower than a field takes to group an amount. */
export const KEY_MS = 20

/** The acts that the walk asks of a browser, whatever drives it. Expressions are JavaScript, evaluated in the page. */
export interface Moteur {
  readonly name: string
  load(url: string): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  /** Clicks what the expression gives, as a mouse does. */
  click(element: string): Promise<void>
  /** Gives a field of files this one. */
  attach(element: string, file: string): Promise<void>
  type(text: string): Promise<void>
  /** « Enter », « Control+Enter ». */
  press(chord: string): Promise<void>
  resize(width: number): Promise<void>
  /** How many windows are open. */
  windows(): Promise<number>
  closeOthers(): Promise<void>
  /** The workbooks it has saved since it was last asked, by name; each is taken away, so that the next of its name finds room. */
  takeWorkbooks(): Promise<string[]>
  picture(file: string): Promise<void>
  /** Whether the engine's own process of the page has died: what the walk then meets says nothing of the product. */
  died(): Promise<boolean>
  /** Ends it, with all it has started. */
  close(): Promise<void>
}

export const isWorkbook = (name: string) => name.endsWith('.xlsx')

/** Takes the workbooks out of a folder of downloads, and returns their names. */
export async function takeWorkbooks(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isWorkbook)
  for (const name of names) await rm(join(folder, name))
  return names
}
