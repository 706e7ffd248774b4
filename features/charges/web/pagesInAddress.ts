/** The pages of many small lists in one text of the address, "12.3_14.2": list 12 is at page 3, list 14 at page 2; the others at 1. */
export type Pages = ReadonlyMap<number, number>

export function readPages(text: string): Pages {
  const pages = new Map<number, number>()
  for (const [, id, page] of text.matchAll(/(?:^|_)([1-9]\d{0,14})\.([1-9]\d{0,5})(?=_|$)/g))
    pages.set(Number(id), Number(page))
  return pages
}

export function turnPage(text: string, id: number, page: number): string {
  const pages = new Map(readPages(text))
  pages.delete(id)
  if (page > 1) pages.set(id, page)
  return [...pages].map(([list, at]) => `${list}.${at}`).join('_')
}
