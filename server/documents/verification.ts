import { encode } from 'uqr'
import { adresseDeVerification, formatCode } from '#shared/codes.ts'

/** Verification block of a paper, as `verification` of theme.typ draws it. */
export interface VueVerification {
  code: string
  /** '' when clients do not reach this server: they then ask at the office. */
  adresse: string
  qr: string
}

/** @param code without hyphens @param adressePublique address at which clients reach this server, or null */
export function vueVerification(code: string, adressePublique: string | null): VueVerification {
  const adresse = adressePublique === null ? '' : adresseDeVerification(adressePublique, code)
  return { code: formatCode(code), adresse, qr: adresse === '' ? '' : qrSvg(adresse) }
}

/**
 * QR code as an SVG for the PDF engine (`image(bytes(svg), format: "svg")`), one unit per module, without the white around it.
 * @param texte at most 300 characters; more would be too fine in print. @throws RangeError beyond
 */
export function qrSvg(texte: string): string {
  if (texte.length > 300) throw new RangeError(`too long for a QR code: ${texte.length} characters`)
  const { size, data } = encode(texte, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`
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
