import { afterAll, beforeAll, expect, it } from 'vitest'
import { PAGES_D_AIDE, SLUGS_D_AIDE } from '#shared/aide.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  await t.member()
  karim = await t.member('nadia@diyar.dz', 'lecture')
})
afterAll(() => t.close())

const HTML = 'text/html; charset=utf-8'
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

// spec: IN-30
it('a member of any rôle reads the list and each page, whole and without inline styles or scripts', async () => {
  const list = await karim.send({ url: '/aide' })
  expect([list.statusCode, list.headers['content-type'], list.headers['cache-control']]).toEqual([
    200,
    HTML,
    'no-store',
  ])
  expect(attributes(list.body, 'href').filter((href) => /^\/aide\/[a-z-]+$/.test(href))).toEqual(
    SLUGS_D_AIDE.map((slug) => `/aide/${slug}`),
  )
  for (const slug of SLUGS_D_AIDE) {
    const { statusCode, headers, body } = await karim.send({ url: `/aide/${slug}` })
    expect([slug, statusCode, headers['content-type']]).toEqual([slug, 200, HTML])
    expect(body.match(/<h1>/g)).toHaveLength(1)
    expect(body.replaceAll('\u00A0', ' ')).toContain(`<h1>${PAGES_D_AIDE[slug]}</h1>`)
    expect(body).toContain('<html lang="fr">')
    expect(body).not.toMatch(/<style| style=|<script>| on[a-z]+=/)
    expect(String(headers['content-security-policy'])).not.toMatch(/nonce|unsafe/)
    expect(attributes(body, 'href')).toContain('/aide')
  }
})

// spec: IN-30
it('what a page loads is served once and for ever', async () => {
  const { body } = await karim.send({ url: '/aide/relancer' })
  const css = attributes(body, 'href').find((href) => href.endsWith('.css')) ?? ''
  const files = [...attributes(body, 'src'), css]
  const style = await t.visitor().send({ url: css })
  files.push(...[...style.body.matchAll(/url\('([^']+)'\)/g)].map(([, file = '']) => file))
  expect(files).toHaveLength(4)
  for (const url of files) {
    const { statusCode, headers, rawPayload } = await t.visitor().send({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/^(font\/woff2|text\/(css|javascript); charset=utf-8)$/)
    expect(rawPayload.length).toBeGreaterThan(200)
  }
})

// spec: IN-30
it('the pages before and after are named, and the first has none before it', async () => {
  const { body } = await karim.send({ url: '/aide/relancer' })
  expect(body).toContain('<a rel="prev" href="/aide/personne-en-retard">')
  expect(body).toContain('<a rel="next" href="/aide/desistement">')
  expect((await karim.send({ url: '/aide/avant-de-commencer' })).body).not.toContain('rel="prev"')
})

// spec: IN-30
it.each(['GET', 'HEAD'] as const)(
  '%s: signed out leads to sign-in and names the way back',
  async (method) => {
    for (const [url, retour] of [
      ['/aide', '%2Faide'],
      ['/aide/les-cheques', '%2Faide%2Fles-cheques'],
      ['/aide/inconnue', '%2Faide%2Finconnue'],
    ] as const) {
      const { statusCode, headers, body } = await t.visitor().send({ method, url })
      expect([url, statusCode, headers.location]).toEqual([url, 302, `/login?retour=${retour}`])
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toBe('')
    }
  },
)

// spec: IN-30
it('an unknown page is told in French, and a HEAD has no body', async () => {
  for (const slug of ['inconnue', 'constructor', '%3Cb%3E', 'Les-Cheques']) {
    const { statusCode, headers, body } = await karim.send({ url: `/aide/${slug}` })
    expect([slug, statusCode, headers['content-type']]).toEqual([slug, 404, HTML])
    expect(body).toContain("Cette page d'aide n'existe pas")
    expect(body).not.toContain('<b>')
  }
  const head = await karim.send({ method: 'HEAD', url: '/aide/les-cheques' })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, HTML, ''])
})

// spec: IN-30
it('a member who was disabled meanwhile reads no more', async () => {
  const amina = await t.member('amina@diyar.dz', 'caisse')
  expect((await amina.send({ url: '/aide/relancer' })).statusCode).toBe(200)
  await t.db.updateTable('membres').set({ actif: false }).where('role', '=', 'caisse').execute()
  expect((await amina.send({ url: '/aide/relancer' })).headers.location).toBe(
    '/login?retour=%2Faide%2Frelancer',
  )
})

// spec: IN-30
it('a member who has yet to choose his password is led to the screens, which lead him on', async () => {
  const redha = await t.member('redha@diyar.dz', 'comptable')
  await t.db
    .updateTable('membres')
    .set({ provisoire_jusqu_au: new Date(Date.now() + 86_400_000) })
    .where('email', '=', 'redha@diyar.dz')
    .execute()
  const { statusCode, headers } = await redha.send({ url: '/aide/fin-du-mois' })
  expect([statusCode, headers.location]).toEqual([302, '/dashboard'])
})
