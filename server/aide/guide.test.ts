import { readdirSync, readFileSync } from 'node:fs'
import { pages } from 'virtual:guide'
import { describe, expect, it } from 'vitest'
import { brokenLinks, renderPage } from '../../build/guide.ts'
import { AIDE_DES_ECRANS, aideDe } from '#shared/aide.ecrans.ts'
import { PAGES_D_AIDE, SLUGS_D_AIDE } from '#shared/aide.ts'

const FOLDER = 'docs/guide'
const markdown = (slug: string) => readFileSync(`${FOLDER}/${slug}.md`, 'utf8')
const withoutLinks = (text: string) => text.replace(/\]\([^)]*\)/g, ']')
const wordsOf = (text: string) =>
  withoutLinks(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
const labelsOf = (text: string) => [...text.matchAll(/« ([^»]+) »/g)].map(([, label = '']) => label)

/** Texts of the screens: every source of theirs, with plain blanks. */
const sources = ['web', 'features', 'shared']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.objects\.|\/server\/|\/aide\./.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\u00A0|\\u00A0|\\u00a0|&nbsp;/g, ' ')
  .replaceAll("\\'", "'")

/** A label begins a text of a screen, and no word goes on after it. */
const isShown = (label: string) => {
  const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:['"\`>]|^ *)${escaped}(?![\\p{L}\\p{N}])`, 'mu').test(sources)
}

/** Words in « » that are no text of a source. */
const DRAWN: readonly string[] = [
  // Drawn as three dots, as a question mark.
  '⋯',
  '?',
]

// spec: IN-30
describe('the help pages', () => {
  it('are the twelve of the list, in its order, each under its title', () => {
    expect(SLUGS_D_AIDE).toHaveLength(12)
    expect(readdirSync(FOLDER).toSorted()).toEqual(SLUGS_D_AIDE.map((slug) => `${slug}.md`).toSorted())
    const plain = (text: string) => text.replaceAll('\u00A0', ' ')
    expect(pages.map(({ slug, titre }) => [slug, plain(titre)])).toEqual(Object.entries(PAGES_D_AIDE))
  })

  it.each(SLUGS_D_AIDE)(
    '%s has 250 words at most, steps that are numbered, and ends with « Et si … »',
    (slug) => {
      const text = markdown(slug)
      expect(wordsOf(text).length).toBeGreaterThan(100)
      expect(wordsOf(text).length).toBeLessThanOrEqual(250)
      expect(text).toMatch(/^1\. /m)
      const titres = [...text.matchAll(/^## (.+)$/gm)].map(([, titre = '']) => titre)
      expect(titres.at(-1)).toMatch(/^Et si .+ \?$/)
      expect(titres.findIndex((titre) => titre.startsWith('Et si '))).toBeGreaterThan(0)
      expect(new Set(pages.find((one) => one.slug === slug)?.titres).size).toBe(titres.length)
      expect(text).not.toMatch(/<[a-z/!]|!\[/i)
    },
  )

  it.each(SLUGS_D_AIDE)('%s quotes the screens as they are', (slug) => {
    const labels = labelsOf(markdown(slug))
    expect(labels.length).toBeGreaterThan(5)
    expect(labels.filter((label) => !DRAWN.includes(label) && !isShown(label))).toEqual([])
    expect(isShown('Ajouter un versement')).toBe(false)
  })

  it('« ? » of every screen leads to a heading that is there', () => {
    const there = new Set(pages.flatMap(({ slug, titres }) => [slug, ...titres.map((id) => `${slug}#${id}`)]))
    expect(Object.entries(AIDE_DES_ECRANS).filter(([, cible]) => !there.has(cible))).toEqual([])
    expect(new Set(Object.values(AIDE_DES_ECRANS).map((cible) => cible.split('#')[0])).size).toBe(12)
    expect(aideDe('/cheques', {})).toBe('les-cheques')
    expect(aideDe('/cheques/', { onglet: 'remis', page: '2' })).toBe('les-cheques#quand-le-releve-arrive')
    expect(aideDe('/login', {})).toBeNull()
  })
})

const page = (body: string) =>
  renderPage('les-cheques', `# Les chèques\n\nÀ la banque.\n\n${body}`, SLUGS_D_AIDE)

// spec: IN-30
describe('the build', () => {
  it('makes headings with ids, labels that do not break, links to pages', () => {
    const { titre, objet, html, titres, liens } = page(
      "## Et si… c'est rejeté ?\n\n1. Choisissez « Rejeter… » & [le reste](relancer.md#mettre-en-demeure).\n",
    )
    expect([titre, objet, titres, liens]).toEqual([
      'Les chèques',
      'À la banque.',
      ['et-si-c-est-rejete'],
      ['relancer#mettre-en-demeure'],
    ])
    expect(html).toContain('<h2 id="et-si-c-est-rejete">Et si… c\'est rejeté\u00A0?</h2>')
    expect(html).toContain(
      '<span class="libelle">«\u00A0Rejeter…\u00A0»</span> &#38; <a href="/aide/relancer#mettre-en-demeure">',
    )
  })

  it.each([
    ['1. <b>Gras</b>', /les-cheques\.md : du HTML \(<b>\) n'y a pas sa place/],
    ['<script>alert(1)</script>', /les-cheques\.md : du HTML/],
    ['[ailleurs](https://exemple.dz)', /« https:\/\/exemple\.dz » ne mène à aucune page/],
    ['![plan](plan.png)', /l'image « plan\.png »/],
    ['# Encore', /plus d'un titre/],
  ])('refuses %s with one sentence', (body, sentence) => {
    expect(() => page(body)).toThrow(sentence)
  })

  it('names a link that leads nowhere', () => {
    const relancer = renderPage('relancer', '# Relancer\n\nQui.\n\n## Qui\n', SLUGS_D_AIDE)
    expect(brokenLinks([page('[a](relancer.md#qui)'), relancer])).toEqual([])
    expect(brokenLinks([page('[a](relancer.md#quoi) [b](vendre-un-bien.md)'), relancer])).toEqual([
      'docs/guide/les-cheques.md : le lien vers « relancer#quoi » ne mène nulle part.',
      'docs/guide/les-cheques.md : le lien vers « vendre-un-bien » ne mène nulle part.',
    ])
  })
})
