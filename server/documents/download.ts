/**
 * What a file system or a header refuses in a file name: / \ : * ? " < > | and control characters become _ (Q199).
 * Bidirectional controls too: they would disguise the extension.
 */
const REFUSED = /[/\\:*?"<>|\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\p{Cs}]/gu
const MAX_LENGTH = 150

/** A file name that any system accepts, its extension kept ("Bon_2026/12.pdf" → "Bon_2026_12.pdf"). */
export function nomDeFichier(nom: string): string {
  const propre = nom.normalize('NFC').replace(REFUSED, '_')
  if (propre.length <= MAX_LENGTH) return propre
  const extension = /\.[a-z0-9]{1,5}$/i.exec(propre)?.[0] ?? ''
  return propre.slice(0, MAX_LENGTH - extension.length).replace(/\p{Cs}/gu, '') + extension
}

/**
 * The Content-Disposition header of a download or, `inline`, of a file shown in the browser: RFC 6266, with the name in
 * ASCII for old readers and in full (RFC 8187) for the others.
 */
export function contentDisposition(nom: string, disposition: 'attachment' | 'inline' = 'attachment'): string {
  const propre = nomDeFichier(nom)
  // Written plainly, a wide quotation mark or slash is a quotation mark or slash: looked at once more.
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
