import { adresseDeVerification, formatCode } from '#shared/codes.ts'
import { dessinDuQr } from '#shared/qr.ts'

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
  const { cote, trace } = dessinDuQr(texte)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cote} ${cote}" shape-rendering="crispEdges"><path d="${trace}"/></svg>`
}
