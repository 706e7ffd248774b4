import { createHash } from 'node:crypto'
import { nouveautes, pages, polices, style } from 'virtual:guide'
import { AIDE } from '#shared/aide.ts'

/** A file that the pages load: its address holds the beginning of its SHA-256, so that it never changes. */
export interface Fichier {
  chemin: string
  type: string
  contenu: Buffer
}

function fichier(nom: string, ending: string, type: string, contenu: Buffer): Fichier {
  const empreinte = createHash('sha256').update(contenu).digest('hex').slice(0, 10)
  return { chemin: `${AIDE}/${nom}-${empreinte}.${ending}`, type, contenu }
}

/** Before the first paint: the choice that the screens keep, dark where there is none (Q13), and what another tab changes. */
const SCRIPT = `function peindre() {
  var choix = null
  try { choix = localStorage.getItem('darkMode') } catch (bloque) { return }
  document.documentElement.dataset.theme = choix === 'false' || choix === '0' ? 'clair' : 'sombre'
}
peindre()
addEventListener('storage', peindre)
`

const police = (nom: keyof typeof polices) =>
  fichier(`police-${nom}`, 'woff2', 'font/woff2', Buffer.from(polices[nom], 'base64'))
const [normale, grasse] = [police('normale'), police('grasse')]
const css = style
  .replace('police-normale.woff2', normale.chemin)
  .replace('police-grasse.woff2', grasse.chemin)
const feuille = fichier('aide', 'css', 'text/css; charset=utf-8', Buffer.from(css))
const script = fichier('aide', 'js', 'text/javascript; charset=utf-8', Buffer.from(SCRIPT))

/** Files that the pages load. */
export const FICHIERS: readonly Fichier[] = [normale, grasse, feuille, script]

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const MARQUE = `<svg width="28" height="28" viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round" aria-hidden="true"><path d="M6.8 29.5V19.2A11 11 0 1 1 25.2 19.2V29.5Z"/><path d="M6.8 19.2H18M18 12.2V24"/></svg>`
const RETOUR = `<a href="${AIDE}">Toutes les pages d'aide</a>`

function whole(titre: string, contenu: string, { entete = RETOUR, pied = '' } = {}): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<title>Diyar - ${escape(titre)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="dark light">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${normale.chemin}">
<script src="${script.chemin}"></script>
<link rel="stylesheet" href="${feuille.chemin}">
</head>
<body>
<header><div class="marque">${MARQUE}<span>Diyar</span></div>${entete}</header>
<main>
<h1>${escape(titre)}</h1>
${contenu}</main>
${pied}</body>
</html>
`
}

/** The list of the pages with what each is for. */
export const liste = (): string =>
  whole(
    'Aide',
    `<p>Une page par tâche. Dans Diyar, « ? » en haut d'un écran ouvre la sienne.</p>
<ul class="pages">
${pages
  .map(
    ({ slug, titre, objet }) =>
      `<li><a href="${AIDE}/${slug}"><strong>${escape(titre)}</strong><span>${escape(objet)}</span></a></li>`,
  )
  .join('\n')}
</ul>
`,
    { entete: '' },
  )

/** One page, with the ways to the page before and after it; null for an unknown slug. */
export function page(slug: string): string | null {
  if (slug === nouveautes.slug) return whole(nouveautes.titre, nouveautes.html)
  const at = pages.findIndex((one) => one.slug === slug)
  const found = pages[at]
  if (!found) return null
  const way = (rel: 'prev' | 'next', to: (typeof pages)[number] | undefined) => {
    if (!to) return ''
    const words = rel === 'prev' ? `← ${to.titre}` : `${to.titre} →`
    return `<a rel="${rel}" href="${AIDE}/${to.slug}">${escape(words)}</a>`
  }
  const pied = `<nav aria-label="Autres pages d'aide">${way('prev', pages[at - 1])}${way('next', pages[at + 1])}</nav>\n`
  return whole(found.titre, found.html, { pied })
}

/** Sentence in the place of a page. */
export const message = (titre: string, phrase: string): string => whole(titre, `<p>${escape(phrase)}</p>\n`)
