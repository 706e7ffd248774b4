import { encode } from 'uqr'

/** A QR code as one path of an SVG, one unit per module, without the white around it. */
export interface DessinDuQr {
  /** Modules a side. */
  cote: number
  /** The black modules, as `d` of a path. */
  trace: string
}

/** @param texte at most 300 characters; more would be too fine in print. @throws RangeError beyond */
export function dessinDuQr(texte: string): DessinDuQr {
  if (texte.length > 300) throw new RangeError(`too long for a QR code: ${texte.length} characters`)
  const { size, data } = encode(texte, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return { cote: size, trace: bars.join('') }
}

/** Start and length of each black run in a row of modules; one bar per run has no seams. */
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
