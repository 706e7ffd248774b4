import { encode } from 'uqr'

/**
 * A QR code as an SVG that the PDF engine draws (`image(bytes(svg), format: "svg")`): its modules alone, one unit each, whatever size
 * it is drawn at. The white that a reader needs around it, four modules, is the paper's. A damaged tenth is still read.
 * @param texte an address, 300 characters at most: more would be too fine to print small
 * @throws RangeError for a longer one
 */
export function qrSvg(texte: string): string {
  if (texte.length > 300) throw new RangeError(`too long for a QR code: ${texte.length} characters`)
  const { size, data } = encode(texte, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`
}

/** Where black begins in a row of modules, and how far it goes: one bar has no seams, and is shorter to write. */
function runs(row: readonly boolean[]): [from: number, width: number][] {
  const found: [number, number][] = []
  for (const [x, black] of row.entries()) {
    const last = found.at(-1)
    if (!black) continue
    if (last && last[0] + last[1] === x) last[1]++
    else found.push([x, 1])
  }
  return found
}
