import { adresseDeVerification, formatCode } from '#shared/codes.ts'
import { qrSvg } from '#server/documents/qr.ts'

/** What a paper is verified by, as `verification` of theme.typ draws it. */
export interface VueVerification {
  code: string
  /** '' when clients do not reach this server: the code is then asked for at the office. */
  adresse: string
  /** An SVG, or ''. */
  qr: string
}

/** @param code bare @param adressePublique where clients reach this server, null when they do not */
export function vueVerification(code: string, adressePublique: string | null): VueVerification {
  const adresse = adressePublique === null ? '' : adresseDeVerification(adressePublique, code)
  return { code: formatCode(code), adresse, qr: adresse === '' ? '' : qrSvg(adresse) }
}
