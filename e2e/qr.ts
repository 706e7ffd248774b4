import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import jsQR from 'jsqr'
import type { Page } from './diyar.ts'

const engine = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs'),
  'utf8',
)

/** The address in the QR code of a PDF's first page, drawn and read as a camera would; null when there is none. */
export async function readQr(page: Page, pdf: Buffer): Promise<string | null> {
  const blank = await page.context().newPage()
  try {
    const drawn = await blank.evaluate(
      async ({ source, base64 }) => {
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
        const { getDocument } = (await import(url)) as {
          getDocument(from: object): { promise: Promise<PdfDocument> }
        }
        interface PdfDocument {
          getPage(number: number): Promise<PdfPage>
        }
        interface PdfPage {
          getViewport(options: { scale: number }): { width: number; height: number }
          render(options: object): { promise: Promise<void> }
        }
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const sheet = await (await getDocument({ data }).promise).getPage(1)
        const viewport = sheet.getViewport({ scale: 2.5 })
        const canvas = document.createElement('canvas')
        canvas.width = Math.ceil(viewport.width)
        canvas.height = Math.ceil(viewport.height)
        const canvasContext = canvas.getContext('2d')
        if (!canvasContext) throw new Error('no canvas')
        await sheet.render({ canvas, canvasContext, viewport }).promise
        const { width, height } = canvas
        const seen = canvasContext.getImageData(0, 0, width, height).data
        let text = ''
        for (let from = 0; from < seen.length; from += 8192)
          text += String.fromCharCode(...seen.subarray(from, from + 8192))
        return { width, height, pixels: btoa(text) }
      },
      { source: engine, base64: pdf.toString('base64') },
    )
    const pixels = new Uint8ClampedArray(Buffer.from(drawn.pixels, 'base64'))
    return jsQR(pixels, drawn.width, drawn.height)?.data ?? null
  } finally {
    await blank.close()
  }
}
