import type { Request } from '@playwright/test'
import { atRest, expect, moveTo, signIn, test, withServer, type Page } from './diyar.ts'
import { CALLS, expectGoneAfter, freeze, SCREENS } from './screen.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }

/** Words that an untranslated library or a forgotten label would show. "Dashboard", "Residences", "Etages" are the specification's own. */
const ENGLISH =
  /(?<!\p{L})(add|delete|remove|edit|save|cancel|close|search|loading|error|next|previous|submit|reset|required|invalid|success|failed|none|select|choose|page not found|no data|nothing|open|settings|profile|sign|log ?in|log ?out|password|download|print|export|user|users|name|address|phone|amount|price|of|and|the|with)(?!\p{L})/iu

/** First words of the buttons that open a dialog; a bank is added in its place. */
const OPENERS = [
  'Activer',
  'Ajouter',
  'Assigner',
  'Biens de',
  'Détails',
  'Modifier',
  'Rapport',
  'Retirer le client',
  'Supprimer',
  'Total des paiements',
]

const AMOUNT = /\d,\d{2}\sDA/
const WITH_AMOUNTS = ['/dashboard', '/appartement', '/locaux', '/paiements', '/recap', '/charges']

/** A thousand or more, with centimes, that is not followed by its unit. */
const BARE = /\d\s\d{3},\d{2}(?!\d)(?!\sDA)/u
/** The second line of an amount, which says its unit above it (ecrans §5). */
const UNDER_AN_AMOUNT = /^reçu [\d\s]+,\d{2}$/u

/** One of what is written as several. */
const SEUL =
  /(?<![\d,.]|\d\s)\b1 (jours|lots|places|lignes|chèques|dossiers|paiements|reçus|échéances|biens|clients|appartements|étages|blocs|parkings|membres|bons|versements|options|relances|pièces|documents)\b/u

// spec: SHELL-02, SHELL-03, API-01, API-02
test('no screen, menu or dialog shows a word of English that the specification does not, or an amount without its unit; every call has one base and the cookies', async ({
  page,
}) => {
  const calls: Request[] = []
  page.on('request', (request) => /^(fetch|xhr)$/.test(request.resourceType()) && calls.push(request))
  const opened = new Set<string>()
  const read = async () => {
    await atRest(page)
    const texts = await visibleTexts(page)
    expect(texts.filter((text) => ENGLISH.test(text))).toEqual([])
    // The cells of a row of totals are told on one line, with tabs between them.
    const lines = (await page.locator('body').innerText()).split(/[\n\t]/)
    const said = new Set(await amountsUnderTheirUnit(page))
    const bare = lines.filter(
      (line) => BARE.test(line) && !UNDER_AN_AMOUNT.test(line) && !said.has(line.trim()),
    )
    expect(bare).toEqual([])
    expect(lines.filter((line) => line.includes('\u2019') || SEUL.test(line))).toEqual([])
  }
  await signIn(page, DEMO)
  for (const path of SCREENS) {
    // The buttons of a screen are known when all it has asked for is there.
    await moveTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (WITH_AMOUNTS.includes(path)) await expect(page.getByRole('main')).toContainText(AMOUNT)
    await read()
    for (const words of OPENERS) {
      const button = page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${words}(?! une banque)`) })
      if ((await button.count()) === 0) continue
      await button.first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      if (words === 'Total des paiements') await expect(page.getByRole('dialog')).toContainText(AMOUNT)
      await read()
      opened.add(words)
      await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).first().click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
  expect([...opened].toSorted()).toEqual(OPENERS)
  expect(calls.length).toBeGreaterThan(SCREENS.length)
  for (const call of calls) {
    expect(new URL(call.url()).pathname).toMatch(/^\/backend\/public\/(api|sanctum)\//)
    // A call that the next address overtook before it was sent has no answer.
    if (call.url().includes('/api/') && (await call.response()))
      expect((await call.allHeaders())['cookie']).toContain('diyar_session=')
  }
})

/** The lines of cells whose heading says the unit: « Prix (DA) ». */
const amountsUnderTheirUnit = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('td')]
    .filter((cell) => cell.closest('table').querySelectorAll('thead th')[cell.cellIndex]?.textContent.includes('(DA)'))
    .flatMap((cell) => cell.innerText.split('\\n').map((line) => line.trim()))`)

/** Returns the texts that can be read or are read out: texts, labels, placeholders, titles, but not data. */
async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button, button *, a, label, h1, h2, h3, th, dt, p, [aria-label], [placeholder], [title]')]
    .filter((element) => !element.closest('[data-nom]'))
    .flatMap((element) => [element.children.length ? null : element.textContent, element.getAttribute('aria-label'), element.getAttribute('placeholder'), element.getAttribute('title')])
    .filter((text) => text && !text.includes('@') && !/SARL|Diyar/.test(text))`)
}

// spec: SHELL-31
test("before a route gives its name the title is the product's alone", async ({ page }) => {
  const answer = await page.request.get('/')
  expect(await answer.text()).toContain('<title>Diyar</title>')
})

// spec: LIM-11
test('a failed print is told for 5 s', async ({ page }) => {
  await signIn(page, DEMO)
  await page.route(`${CALLS}/api/paiement/print-all`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.clock.install()
  await page.goto('/paiements')
  await expect(page.getByRole('article').first()).toBeVisible()
  await freeze(page)
  await page.getByRole('button', { name: 'Imprimer tous' }).click()
  await expectGoneAfter(
    page,
    page.getByText('Erreur lors de la génération du PDF pour tous les paiements.'),
    5000,
  )
})

// spec: LIM-17, LIM-18, LIM-19, LIM-20, LIM-21
test('what a record lacks is said in the words of the specification', async ({ page }) => {
  await signIn(page, DEMO)
  await page.route(`${CALLS}/api/parkings?*`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { residence: unknown }[] }
    for (const parking of body.data) parking.residence = null
    await route.fulfill({ json: body })
  })
  await page.goto('/parking')
  await expect(page.getByText('Sans résidence').first()).toBeVisible()

  await page.route(`${CALLS}/api/locaux/*`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), description: null, client: null } })
  })
  const api = await signIn(page, DEMO)
  const { data } = (await api.get('/api/recap-paiements?per_page=1000')) as {
    data: { client: { id: number }; biens: { id: number; type: string; reglement: number }[] }[]
  }
  const owner = data.find(({ biens }) =>
    biens.some(({ type, reglement }) => type === 'local' && reglement > 0),
  )
  const local = owner?.biens.find(({ type, reglement }) => type === 'local' && reglement > 0)
  await page.goto(`/clients/${owner?.client.id}/paiements/0/0/${local?.id}`)
  await expect(page.getByText('Aucune description')).toBeVisible()
  await expect(page.getByText('Aucun client')).toBeVisible()

  await page.route(`${CALLS}/api/paiements/local/*`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { details: unknown; local: unknown }[] }
    for (const paiement of body.data) Object.assign(paiement, { details: null, local: null })
    await route.fulfill({ json: body })
  })
  await page.reload()
  await page
    .getByRole('button', { name: /Détails du paiement/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Non spécifié')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('N/A')).toBeVisible()
})
