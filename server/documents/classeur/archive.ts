import { readFile } from 'node:fs/promises'

/** What a file that was sent may be instead of a workbook: codes of refusals. */
export type PasLisible = 'pasClasseur' | 'ancienClasseur' | 'classeurMacros'

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/** What a file that was sent is, by its first bytes and its directory: null for a workbook to read, else the code of the refusal. */
export async function jugerClasseur(path: string): Promise<PasLisible | null> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 8).equals(OLE)) return 'ancienClasseur'
  return bytes.subarray(0, 4).equals(ZIP) ? null : 'pasClasseur'
}
