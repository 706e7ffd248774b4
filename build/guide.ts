import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** A help page as the build makes it of docs/guide/{slug}.md. */
export interface PageDuGuide {
  slug: string
  titre: string
  /** First paragraph: what the page is for. Plain text with its quotes. */
  objet: string
  /** HTML of all below the title. */
  html: string
  /** Ids of its headings. */
  titres: string[]
  /** Slugs, or slugs with « #heading », that it leads to. */
  liens: string[]
}

const MODULE = 'virtual:guide'
const STYLE = 'server/aide/aide.css'
const FOLDER = 'docs/guide'
/** Changes of each version for its users: a page like the others, outside the list of tasks. */
const NOUVEAUTES = 'CHANGELOG.md'
const POLICES = {
  normale: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2',
  grasse: '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2',
}

/** Makes the help pages at build: the product has no Markdown in it, and no package for it. @param slugs of the pages, in their order */
export function guide(slugs: readonly string[]): Plugin {
  const resolved = `\0${MODULE}`
  const require = createRequire(import.meta.url)
  const read = (file: string) => readFileSync(file, 'utf8')
  const base64 = (file: string) => readFileSync(require.resolve(file)).toString('base64')
  return {
    name: 'diyar:guide',
    resolveId: (id) => (id === MODULE ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      const files = slugs.map((slug) => [slug, `${FOLDER}/${slug}.md`] as const)
      for (const file of [STYLE, ...files.map(([, path]) => path)]) this.addWatchFile(file)
      const pages = files.map(([slug, file]) => renderPage(slug, read(file), slugs))
      this.addWatchFile(NOUVEAUTES)
      const nouveautes = renderPage('nouveautes', read(NOUVEAUTES), slugs, NOUVEAUTES)
      const faults = brokenLinks(pages)
      if (faults.length > 0) throw new Error(faults.join('\n'))
      const polices = Object.fromEntries(Object.entries(POLICES).map(([nom, file]) => [nom, base64(file)]))
      return [
        `export const pages = ${JSON.stringify(pages)}`,
        `export const nouveautes = ${JSON.stringify(nouveautes)}`,
        `export const style = ${JSON.stringify(read(STYLE))}`,
        `export const polices = ${JSON.stringify(polices)}`,
      ].join('\n')
    },
  }
}

/** Links of the pages to a page or a heading that is not there, a French sentence each. */
export function brokenLinks(pages: readonly PageDuGuide[]): string[] {
  const there = new Set(
    pages.flatMap(({ slug, titres }) => [slug, ...titres.map((titre) => `${slug}#${titre}`)]),
  )
  return pages.flatMap(({ slug, liens }) =>
    liens
      .filter((lien) => !there.has(lien))
      .map((lien) => `${FOLDER}/${slug}.md : le lien vers « ${lien} » ne mène nulle part.`),
  )
}

/** Id of a heading: its words in plain letters, « Et si… » is `et-si`. */
export const idOf = (titre: string): string =>
  titre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** No line ends between a French mark and the word it belongs to. */
const bind = (text: string) => text.replace(/« /g, '«\u00A0').replace(/ (?=[»:;?!])/g, '\u00A0')

/**
 * Makes a page of its Markdown. @throws Error, one French sentence, for raw HTML, a page that does not begin with one title and a paragraph,
 * or a link that is no `page.md` of the guide
 */
export function renderPage(
  slug: string,
  markdown: string,
  slugs: readonly string[],
  file = `${FOLDER}/${slug}.md`,
): PageDuGuide {
  const fail = (what: string): never => {
    throw new Error(`${file} : ${what}`)
  }
  const titres: string[] = []
  const liens: string[] = []
  const marked = new Marked({
    gfm: true,
    extensions: [
      {
        name: 'libelle',
        level: 'inline',
        start: (source) => source.indexOf('«'),
        tokenizer(source) {
          const [raw] = /^«\s[^»]+\s»/.exec(source) ?? []
          return raw === undefined ? undefined : { type: 'libelle', raw, text: raw }
        },
        renderer: ({ raw }) => `<span class="libelle">${escape(bind(raw))}</span>`,
      },
    ],
    renderer: {
      html: ({ raw }: Tokens.HTML | Tokens.Tag): string =>
        fail(`du HTML (${raw.trim()}) n'y a pas sa place ; écrivez-le en Markdown.`),
      text(token: Tokens.Text | Tokens.Escape) {
        const inside = 'tokens' in token ? token.tokens : undefined
        return inside ? this.parser.parseInline(inside) : escape(bind(token.text))
      },
      heading({ tokens, depth, text }) {
        if (depth === 1) fail("il y a plus d'un titre de page.")
        // Each version of the changelog has the same titles below its own.
        const id = titres.includes(idOf(text)) ? `${idOf(text)}-${titres.length}` : idOf(text)
        titres.push(id)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const [, page = '', titre = ''] = /^([a-z-]+)\.md(#[a-z0-9-]+)?$/.exec(href) ?? []
        if (!slugs.includes(page)) fail(`le lien « ${href} » ne mène à aucune page du guide.`)
        liens.push(page + titre)
        return `<a href="/aide/${page}${titre}">${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href }) => fail(`l'image « ${href} » n'est pas servie.`),
    },
  })
  const [, titre, objet] =
    /^# (.+)\n\n([^\n#-].*)\n\n/.exec(markdown) ?? fail('elle commence par un titre et une phrase.')
  const html = marked.parse(markdown.replace(/^# .+\n\n/, ''), { async: false })
  return { slug, titre: bind(titre ?? ''), objet: bind(objet ?? ''), html, titres, liens }
}
