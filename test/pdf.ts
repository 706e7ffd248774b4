import { extractText, getDocumentProxy } from 'unpdf'

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
