import { createServer } from 'node:http'
import { listenAnywhere } from '../test/harness/port.ts'
import { XSS } from '../test/fuzz/hostile-texts.ts'
import { account, atRest, expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createEtage, pay } from './portefeuille.ts'
import { CALLS } from './screen.ts'

withServer()

/** The payloads, as many in one text as a field of 255 characters holds. */
const TEXTS = XSS.reduce<string[]>((texts, payload) => {
  const last = texts.at(-1) ?? ''
  return last && last.length + payload.length < 240
    ? [...texts.slice(0, -1), `${last} ${payload}`]
    : [...texts, payload]
}, [])
const PAR_PAGE = 6

/** One record of every kind for each text, which stands in every field that takes one. */
async function furnish(api: Api): Promise<{ client: number; lot: number }> {
  let dernier = { client: 0, lot: 0 }
  for (const [rank, texte] of TEXTS.entries()) {
    const nom = `${texte} ${rank}`
    const client_id = await api.create('/api/clients', {
      nomComplet: nom,
      tel: '0555',
      email: 'c@exemple.dz',
      adresse: texte,
    })
    const {
      residence: residence_id,
      bloc: bloc_id,
      etage: etage_id,
    } = await createEtage(api, nom, { bloc: nom, etage: nom })
    await api.put(`/api/residences/${residence_id}`, { nom, adresse: texte })
    await api.put(`/api/blocs/${bloc_id}`, { residence_id, nomloc: nom, description: texte })
    const lot = { typeLogement: texte, surfaceHabitable: 80, surfaceUtile: 10, montant: 1000, etage_id }
    const appartement_id = await api.create('/api/appartements', { ...lot, numLot: nom, client_id })
    await api.create('/api/locaux', {
      residence_id,
      bloc_id,
      num: nom,
      surface: 45,
      description: texte,
      montant: 1000,
      client_id,
    })
    const parking_id = await api.create('/api/parkings', { residence_id, parking_nom: nom, nb_places: 5 })
    await api.create('/api/places-parking', { parking_id, numero_place: 1, type_place: 'Box', montant: 1000 })
    await api.put(`/api/paiements/${await pay(api, client_id, { appartement_id }, 10)}`, {
      client_id,
      appartement_id,
      versement: 10,
      date_paiement: '2026-03-01',
      details: texte,
    })
    const categorie_bon_id = await api.create('/api/categories', { nom })
    const lignes = [{ designation: texte, prix_unitaire: 10, quantite: 2 }]
    await api.create('/api/bons', { categorie_bon_id, reference: nom, date_bon: '2026-03-01', lignes })
    await api.post('/api/members', {
      name: nom,
      email: `m${rank}@exemple.dz`,
      password: 'Motdepasse1!',
      password_confirmation: 'Motdepasse1!',
    })
    dernier = { client: client_id, lot: appartement_id }
  }
  const promoteur = { nom: TEXTS[0], adresse: TEXTS[1], telephone: '021', email: 'p@exemple.dz' }
  await api.post('/api/promoteurs', promoteur)
  return dernier
}

/** Nothing ran, and nothing that was typed became markup. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate<unknown[]>(`[
    window.__xss ?? 0,
    ...[...document.querySelectorAll('body script:not([src]):not([nonce]), marquee, math, object, embed, iframe, base, meta[http-equiv], [onerror], [onload], [onfocus], [onmouseover], [onbegin], [ontoggle], [href^="javascript:"], [src^="javascript:"], [action^="javascript:"]')].map((element) => element.outerHTML),
  ]`)
  expect([where, ...found]).toEqual([where, 0])
}

const showsTexts = (page: Page) => expect(page.locator('body')).toContainText('__xss')

/** First words of the buttons that open a dialog about the first record of each screen. */
const DIALOGS: Record<string, string[]> = {
  '/clients': ['Ajouter', 'Biens de', 'Détails de', 'Modifier', 'Supprimer'],
  '/residence': ['Ajouter', 'Rapport', 'Détails', 'Total des paiements', 'Modifier', 'Supprimer'],
  '/bloc': ['Ajouter', 'Rapport', 'Détails', 'Modifier', 'Supprimer'],
  '/etage': ['Ajouter', 'Rapport', 'Détails', 'Modifier', 'Supprimer'],
  '/appartement': ['Ajouter', 'Rapport', 'Détails', 'Modifier', 'Retirer', 'Supprimer', 'Pourquoi ce solde'],
  '/locaux': ['Ajouter', 'Rapport', 'Détails', 'Modifier', 'Retirer', 'Supprimer', 'Pourquoi ce solde'],
  '/parking': ['Ajouter', 'Places', 'Détails', 'Modifier', 'Supprimer'],
  '/paiements': ['Nouveau paiement de', 'Pourquoi ce solde'],
  '/recap': ['Pourquoi ce solde'],
  '/charges': [
    'Ajouter',
    'Modifier la catégorie',
    'Supprimer la catégorie',
    'Modifier le bon',
    'Supprimer le bon',
    'Modifier la ligne',
    'Supprimer la ligne',
  ],
  '/users': ['Ajouter', 'Désactiver', 'Modifier', 'Supprimer'],
  '/promoteur': ['Modifier', 'Supprimer'],
}

async function openDialogs(page: Page, path: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const label of DIALOGS[path] ?? []) {
    await page.getByRole('main').getByRole('button', { name: label }).first().click()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button').nth(1).or(dialog.getByRole('heading')).first()).toBeVisible()
    await atRest(page)
    await expectHarmless(page, `${path}, ${label}`)
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).first().click()
    await expect(dialog).toBeHidden()
  }
}

test('the canary sings where a payload is not escaped', async ({ page }) => {
  await page.goto('about:blank')
  await page.setContent(XSS[8] ?? '')
  await expect.poll(() => page.evaluate('window.__xss')).toBe(1)
})

test('forty payloads in every field are shown as they were typed, on every screen and in every dialog', async ({
  page,
  context,
}) => {
  test.setTimeout(900_000)
  context.on('page', (popup) => void popup.close())
  const api = await signIn(page)
  const { client, lot } = await furnish(api)
  const pages = Math.ceil(TEXTS.length / PAR_PAGE)
  for (const path of Object.keys(DIALOGS)) {
    for (let n = path === '/promoteur' ? 1 : pages; n >= 1; n--) {
      await page.goto(`${path}?page=${n}`)
      await showsTexts(page)
      await atRest(page)
      await expectHarmless(page, `${path}?page=${n}`)
    }
    await openDialogs(page, path)
  }
  await page.goto(`/clients/${client}/paiements/${lot}`)
  await showsTexts(page)
  await atRest(page)
  await expectHarmless(page, 'the payments of a client')
  await page.goto('/')
  await page.getByRole('button', { name: /Rechercher partout/ }).click()
  await page.getByRole('combobox', { name: /^Client, téléphone/ }).fill('script')
  await showsTexts(page)
  await expectHarmless(page, 'the search everywhere')
})

// spec: SHELL-11, SHELL-70
test('a sentence of the server, an address and what the browser kept are text as well', async ({ page }) => {
  await signIn(page)
  for (const texte of TEXTS) {
    await page.route(`${CALLS}/api/clients*`, (route) =>
      route.fulfill({ status: 422, json: { message: texte, errors: { nomComplet: [texte] } } }),
    )
    await page.goto(`/clients?recherche=${encodeURIComponent(texte)}&page=${encodeURIComponent(texte)}`)
    await showsTexts(page)
    await expectHarmless(page, 'the sentence of a refusal')
    await page.unroute(`${CALLS}/api/clients*`)
    await page.goto(`/nulle-part/${encodeURIComponent(texte)}#${texte}`)
    await expect(page.getByText('Page Not Found').first()).toBeVisible()
    await expectHarmless(page, 'an address')
  }
})

// spec: SHELL-10, AUTH-46
test('the holding page takes any userData', async ({ page }) => {
  const users = TEXTS.map((name) => JSON.stringify({ name, email: name }))
  const broken = [
    '{',
    '[]',
    '[1]',
    'null',
    '0',
    '"',
    '{"name":1}',
    '{"name":{}}',
    '{"__proto__":{"name":"x"}}',
    '%',
    '%E0%A4%A',
    '\u0000',
    'x'.repeat(4000),
  ]
  for (const data of [...users, ...TEXTS, ...broken]) {
    await page.goto(`/inactive?userData=${data.startsWith('%') ? data : encodeURIComponent(data)}`)
    await expect(page.getByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible()
    await expectHarmless(page, data)
  }
  for (const data of [...users.slice(0, 3), ...broken]) {
    await page.evaluate((kept) => localStorage.setItem('newRegisteredUser', kept), data)
    await page.goto('/inactive')
    await expect(page.getByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible()
    await expectHarmless(page, data)
  }
})

test('a page of another site changes nothing with the session of who visits it', async ({
  page,
  context,
  baseURL,
}) => {
  const api = await signIn(page)
  const count = async () => ((await api.get('/api/clients')) as { total: number }).total
  const before = await count()
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].flatMap(
    (type, n) =>
      ['/api/clients', '/logout', '/api/categories', '/api/residences', '/api/members/1/disable'].map(
        (path, m) =>
          `<iframe name="f${n}-${m}"></iframe><form target="f${n}-${m}" method="post" enctype="${type}" action="${baseURL}/backend/public${path}"><input name="nomComplet" value="Intrus"><input name="_token" value="x"></form>`,
      ),
  )
  const answered: number[] = []
  // Not the watched page: there the browser's refusals to frame the product are what we want.
  const other = await context.newPage()
  other.on('response', (response) => {
    if (response.request().method() === 'POST') answered.push(response.status())
  })
  const script = '<script>for (const form of document.forms) form.submit()</script>'
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(forms.join('') + script),
  )
  // Another name of this machine is another site to the browser.
  await other.goto(`http://localhost:${await listenAnywhere(elsewhere)}/`)
  await expect.poll(() => answered.length).toBe(forms.length)
  expect(answered.filter((status) => ![401, 415, 419].includes(status))).toEqual([])
  expect(await count()).toBe(before)
  expect(await api.get('/api/user')).toMatchObject({ email: account.email, statut: 'activé' })
  elsewhere.close()
})
