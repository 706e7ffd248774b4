/** Characters that become _ in a file name (Q199), among them bidirectional controls, which could disguise the extension. */
const REFUSED = /[/\\:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu
const MAX_LENGTH = 150

/** File name that any system accepts, with its extension ("Bon_2026/12.pdf" gives "Bon_2026_12.pdf"), 150 characters at most. */
export function nomDeFichier(nom: string): string {
  const propre = nom.normalize('NFC').replace(REFUSED, '_')
  if (propre.length <= MAX_LENGTH) return propre
  const extension = /\.[a-z0-9]{1,5}$/i.exec(propre)?.[0] ?? ''
  return propre.slice(0, MAX_LENGTH - extension.length).replace(/\p{Cs}/gu, '') + extension
}

/** Content-Disposition header (RFC 6266): the name in ASCII for old readers, and in full (RFC 8187). */
export function contentDisposition(nom: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const propre = nomDeFichier(nom)
  // NFKD may turn a wide quotation mark or slash into a plain one, so the name is cleaned again.
  const ascii = propre
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(REFUSED, '_')
    .replace(/[^\x20-\x7E]|%/g, '_')
  const complet = encodeURIComponent(propre).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const etendu = ascii === propre ? '' : `; filename*=UTF-8''${complet}`
  return `${disposition}; filename="${ascii}"${etendu}`
}
