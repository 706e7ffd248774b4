import { writeXlsx } from 'hucre/xlsx'

type Valeur = string | number | boolean | Date | null

/** A workbook as Excel would send it: sheets by their name, the header first. */
export async function classeur(feuilles: Record<string, readonly (readonly Valeur[])[]>): Promise<Buffer> {
  const sheets = Object.entries(feuilles).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) }))
  return Buffer.from(await writeXlsx({ sheets }))
}

/** A workbook of residences, each with an address. */
export const residences = (...noms: string[]) =>
  classeur({ Résidences: [['Nom *', 'Adresse *'], ...noms.map((nom) => [nom, 'Route de Chéraga, Alger'])] })

/** Returns a workbook as the form of a browser sends it. */
export const envoi = (content: Buffer, name = 'portefeuille.xlsx') => ({
  part: 'classeur',
  name,
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  content,
})
