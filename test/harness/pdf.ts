import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/**
 * Reads a PDF back with another engine than the one that made it: the text of each page, spaces made plain,
 * and the file's title. Arabic comes out word by word in drawing order, so look for words, not sentences.
 */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[]; text: string; title: string }> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: false })
  const { info } = await document.getMetadata()
  const pages = text.map((page) => page.replace(/\s+/g, ' '))
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title : ''
  return { pages, text: pages.join(' '), title }
}

/** Returns the texts drawn beyond the right edge of their page, less a margin of 10 mm. */
export async function drawnOutside(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const outside: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const edge = page.getViewport({ scale: 1 }).width - (10 / 25.4) * 72
    for (const item of (await page.getTextContent()).items)
      if ('str' in item && Number(item.transform[4]) + item.width > edge) outside.push(item.str)
  }
  return outside
}

/** A text as it is drawn, in points from the left and the bottom of its page; `size` is that of its letters. */
interface Drawn {
  str: string
  x: number
  y: number
  width: number
  size: number
}

/** Returns the texts of each page, blanks left out. */
async function drawnOn(bytes: Uint8Array): Promise<Drawn[][]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: Drawn[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , size, x, y] = item.transform.map(Number)
        return [{ str: item.str, x: x ?? 0, y: y ?? 0, width: item.width, size: size ?? 0 }]
      }),
    )
  }
  return pages
}

/** Returns all texts as they are drawn. */
export const textsOf = async (bytes: Uint8Array): Promise<Drawn[]> => (await drawnOn(bytes)).flat()

/** Returns the texts drawn over something else: pairs of texts of one line, of which one begins before the other ends. */
export async function drawnOver(bytes: Uint8Array): Promise<string[]> {
  const over: string[] = []
  for (const drawn of await drawnOn(bytes)) {
    for (const [at, one] of drawn.entries())
      for (const other of drawn.slice(at + 1)) {
        const [first, second] = one.x <= other.x ? [one, other] : [other, one]
        if (Math.abs(one.y - other.y) < 3 && first.x + first.width > second.x + 0.5)
          over.push(`${first.str} | ${second.str}`)
      }
  }
  return over
}

/** A printed line, in points: its ends, its baseline above the bottom of the page, the size of its largest letters. */
export interface Ligne {
  texte: string
  gauche: number
  droite: number
  base: number
  corps: number
}

/** Returns the lines of each page from top to bottom; texts of one baseline are one line. */
export async function linesOf(bytes: Uint8Array): Promise<Ligne[][]> {
  const pages = await drawnOn(bytes)
  return pages.map((drawn) => {
    const lignes: Ligne[] = []
    for (const { str, x, y, width, size } of drawn) {
      const ligne = lignes.find((une) => Math.abs(une.base - y) < 1)
      if (ligne) {
        ligne.texte += ` ${str}`
        ligne.gauche = Math.min(ligne.gauche, x)
        ligne.droite = Math.max(ligne.droite, x + width)
        ligne.corps = Math.max(ligne.corps, size)
      } else lignes.push({ texte: str, gauche: x, droite: x + width, base: y, corps: size })
    }
    return lignes.toSorted((a, b) => b.base - a.base)
  })
}

/** Millimetres of a page's foot and, from page 2 on, of its head: no body stands there. */
const MARGES = { debout: { pied: 22, tete: 20 }, couchee: { pied: 17, tete: 17 } }
const enPoints = (mm: number) => (mm / 25.4) * 72

/** White between the last text of each page's body and its foot, as a share (0 to 1) of the height between head and foot. */
export async function blancsDe(bytes: Uint8Array): Promise<number[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await drawnOn(bytes)
  return Promise.all(
    pages.map(async (drawn, at) => {
      const { width, height } = (await document.getPage(at + 1)).getViewport({ scale: 1 })
      const { pied, tete } = width > height ? MARGES.couchee : MARGES.debout
      const [bas, haut] = [enPoints(pied), height - enPoints(tete)]
      return (Math.min(haut, ...drawn.flatMap(({ y }) => (y > bas ? [y] : []))) - bas) / (haut - bas)
    }),
  )
}

/** Width and height, in millimetres, of each picture that is drawn, page by page. */
export async function picturesOf(
  bytes: Uint8Array,
): Promise<{ page: number; largeur: number; hauteur: number }[]> {
  const { OPS, Util } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const pictures: { page: number; largeur: number; hauteur: number }[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList()
    let state = [1, 0, 0, 1, 0, 0]
    const kept: number[][] = []
    for (const [at, operation] of fnArray.entries()) {
      if (operation === OPS.save) kept.push(state)
      else if (operation === OPS.restore) state = kept.pop() ?? state
      else if (operation === OPS.transform) state = Util.transform(state, argsArray[at])
      else if (operation === OPS.paintImageXObject) {
        const [a = 0, , , d = 0] = state
        const mm = (points: number) => Math.round((Math.abs(points) / 72) * 254) / 10
        pictures.push({ page, largeur: mm(a), hauteur: mm(d) })
      }
    }
  }
  return pictures
}

interface Structure {
  role?: string
  alt?: string
  children?: Structure[]
}

/** Returns a PDF as a screen reader is told it: its properties, and its elements in reading order. */
export async function accessOf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const elements: { role: string; alt: string; roles: string[] }[] = []
  const collect = (one: Structure): string[] => {
    const at = elements.length
    const { role = '', alt = '' } = one
    if (role !== '') elements.push({ role, alt, roles: [] })
    const below = (one.children ?? []).flatMap(collect)
    const element = elements[at]
    if (element && role !== '') element.roles = below
    return role === '' ? below : [role, ...below]
  }
  for (let number = 1; number <= document.numPages; number++) {
    const tree = (await (await document.getPage(number)).getStructTree()) as Structure | null
    if (tree) collect(tree)
  }
  const { info } = await document.getMetadata()
  const preferences = await document.getViewerPreferences()
  const raw = Buffer.from(bytes).toString('latin1')
  return {
    elements,
    marked: (await document.getMarkInfo())?.['Marked'] === true,
    titleShown: new Map(Object.entries(preferences ?? {})).get('DisplayDocTitle') === true,
    author: 'Author' in info ? String(info.Author) : '',
    language: /\/Lang \(([^)]*)\)/.exec(raw)?.[1] ?? '',
    standard: raw.includes('pdfuaid:part>1<') ? 'PDF/UA-1' : '',
  }
}
