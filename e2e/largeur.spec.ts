import { atRest, expect, moveTo, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { SCREENS } from './screen.ts'

withServer()
test.use({ viewport: { width: 390, height: 844 } })

const LARGEST = 99_999_999_999.99
/** Returns a text as long as a field takes: French words, then one word without a place to break. */
const words = (word: string) => `${word} `.repeat(60).slice(0, 254).trim()
const endless = (length: number) => 'M'.repeat(length)

interface Ids {
  residence: number
  etage: number
  bloc: number
  lot: number
  local: number
  client: number
}

/** The longest of everything, and the largest amounts. */
async function fill(api: Api): Promise<Ids> {
  await api.post('/api/promoteurs', {
    nom: endless(255),
    adresse: words('Boulevard'),
    telephone: '0'.repeat(50),
    email: `${endless(200)}@exemple.dz`,
  })
  const residence = await api.create('/api/residences', { nom: endless(255), adresse: words('Boulevard') })
  const bloc = await api.create('/api/blocs', {
    residence_id: residence,
    nomloc: endless(255),
    description: endless(2000),
  })
  const etage = await api.create('/api/etages', {
    residence_id: residence,
    bloc_id: bloc,
    designation: endless(255),
    niveau: 1000,
    logement_par_palier: 10_000,
  })
  const client = await api.create('/api/clients', {
    nomComplet: endless(255),
    tel: '0'.repeat(50),
    email: `${endless(200)}@exemple.dz`,
    adresse: words('Boulevard'),
  })
  const lot = await api.create('/api/appartements', {
    etage_id: etage,
    numLot: endless(255),
    typeLogement: endless(255),
    surfaceHabitable: LARGEST,
    surfaceUtile: LARGEST,
    montant: LARGEST,
    montant1: LARGEST,
    montant2: LARGEST,
    client_id: client,
  })
  const local = await api.create('/api/locaux', {
    bloc_id: bloc,
    num: endless(255),
    surface: LARGEST,
    montant: LARGEST,
    description: endless(2000),
    client_id: client,
  })
  const parking = await api.create('/api/parkings', {
    residence_id: residence,
    parking_nom: endless(255),
    nb_places: 9000,
  })
  const place = await api.create('/api/places-parking', {
    parking_id: parking,
    numero_place: 9000,
    type_place: 'Box',
    position: endless(100),
    montant: LARGEST,
    superficie: LARGEST,
  })
  await api.post(`/api/places-parking/${place}/attribuer`, { client_id: client })
  for (const bien of [{ appartement_id: lot }, { local_id: local }, { place_parking_id: place }])
    await api.post('/api/paiements', {
      client_id: client,
      ...bien,
      versement: LARGEST,
      date_paiement: '2026-01-05',
      details: endless(1000),
    })
  return { residence, bloc, etage, lot, local, client }
}

/** How much wider than its box something is: the page itself, then each open dialog. */
const excess = (page: Page) =>
  page.evaluate<number[]>(
    `[document.documentElement, ...document.querySelectorAll('.mantine-Modal-content')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`,
  )

test('no screen, report or details scrolls sideways on a phone, whatever is written in it', async ({
  page,
}) => {
  const api = await signIn(page)
  const { residence, bloc, etage, lot, local, client } = await fill(api)
  const wide: string[] = []
  const visit = async (address: string, landmark: 'main' | 'dialog') => {
    await moveTo(page, address)
    await expect(page.getByRole(landmark)).toBeVisible()
    await atRest(page)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const found = await excess(page)
    if (Math.max(...found) > 0) wide.push(`${address}: ${found.join(', ')} px`)
  }
  for (const path of [...SCREENS, `/clients/${client}/paiements/${lot}`, '/nulle-part'])
    await visit(path, 'main')
  for (const path of [
    `/residence?rapport=${residence}`,
    `/bloc?rapport=${bloc}`,
    `/etage?rapport=${etage}`,
    `/appartement?rapport=${lot}`,
    `/appartement?details=${lot}`,
    `/locaux?rapport=${local}`,
    `/locaux?details=${local}`,
    `/clients?biens=${client}`,
  ])
    await visit(path, 'dialog')
  const tables = ['/appartement', '/locaux', '/clients', '/paiements']
  for (const path of tables) {
    await visit(path, 'main')
    await page.getByRole('radio', { name: 'Tableau' }).check()
    await expect(page.locator('main li [aria-expanded]').first()).toBeVisible()
  }
  for (const path of tables) await visit(path, 'main')
  await page.context().clearCookies()
  for (const path of ['/login', '/signup', '/inactive']) await visit(path, 'main')
  expect(wide).toEqual([])
})
