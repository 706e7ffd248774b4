import type { Role } from '../shared/droits.ts'
import {
  atRest,
  expect,
  expectAccessible,
  moveTo,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, sellAppartement } from './portefeuille.ts'
import { actsUnderMore, menu } from './screen.ts'

withServer()

const PASSWORD = 'Motdepasse1!'
const FERMEE = "Cette page n'est pas ouverte à votre rôle."
const OTHERS = ['commercial', 'caisse', 'comptable', 'lecture'] as const
const emailOf = (role: Role) => `${role}@diyar.dz`
const nameOf = (role: Role) => `Nadia ${role}`

let bien = 0
let client = 0
let vente = 0

test.beforeEach(async ({ page }) => {
  if (bien > 0) return
  const admin = await signIn(page)
  for (const role of OTHERS) await admin.post('/api/members', personne(role))
  const lieu = await createLieu(admin, 'Les Jardins')
  client = await createClient(admin, 'Samira Haddad')
  await createLot(admin, lieu.etage, 'A-2', 'F3')
  bien = await sellAppartement(admin, lieu, client, 'A-1', 1_000_000)
  vente = ((await admin.get(`/api/appartements/${bien}`)) as { vente_id: number }).vente_id
  // Somebody is reminded of what is late alone.
  await admin.put(`/api/ventes/${vente}/echeancier`, {
    lignes: [{ libelle: 'Prix', montant: 1_000_000, declencheur: 'date', date_prevue: '2026-01-10' }],
  })
  await admin.post('/api/paiements', {
    client_id: client,
    appartement_id: bien,
    date_paiement: '2026-01-10',
    versement: 1000,
  })
  const categorie = await admin.create('/api/categories', { nom: 'Gros œuvre' })
  await admin.create('/api/bons', {
    reference: 'BA-1',
    date_bon: '2026-01-10',
    categorie_bon_id: categorie,
    lignes: [{ designation: 'Ciment', prix_unitaire: 10, quantite: 2 }],
  })
  await admin.post('/logout')
})

const personne = (role: Role) => ({
  name: nameOf(role),
  email: emailOf(role),
  password: PASSWORD,
  password_confirmation: PASSWORD,
  role,
})

/** The calls of the page that were refused for the rôle; nothing may be among them. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = []
  page.context().on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  return refused
}

const enter = (page: Page, role: Role) => signIn(page, { email: emailOf(role), password: PASSWORD })

async function go(page: Page, address: string): Promise<void> {
  await moveTo(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await atRest(page)
}

/** The controls that lead to a change or a document, by the names of buttons and links, on each screen, with the rôles that have them. */
const SCREENS: Record<string, Partial<Record<string, readonly Role[]>>> = {
  '/dashboard': { Exporter: ['comptable', 'lecture'], 'Total Utilisateurs.*': [] },
  '/residence': {
    'Ajouter une résidence': [],
    'Modifier Les Jardins': [],
    'Supprimer Les Jardins': [],
    'Générer les lots de Les Jardins': [],
    'Dates prévues de Les Jardins': [],
    'Rapport détaillé de Les Jardins': OTHERS,
    'Total des paiements de Les Jardins': OTHERS,
  },
  '/bloc': { 'Ajouter un bloc': [], 'Modifier .*': [], 'Supprimer .*': [], 'Stades de .*': OTHERS },
  '/etage': { 'Ajouter un étage': [], 'Modifier .*': [], 'Supprimer .*': [], 'Détails de .*': OTHERS },
  '/appartement': {
    'Ajouter un appartement': [],
    "Modifier l'appartement A-1": [],
    "Supprimer l'appartement A-1": [],
    "Retirer le client de l'appartement A-1": [],
    "Assigner un client à l'appartement A-2": ['commercial'],
    'Poser une option sur .*': ['commercial'],
    'Bloquer .*': [],
    "Détails de l'appartement A-1": OTHERS,
  },
  '/locaux': { 'Ajouter un local': [] },
  '/parking': { 'Ajouter un parking': [] },
  '/clients': {
    'Ajouter un client': ['commercial'],
    'Modifier Samira Haddad': ['commercial'],
    'Supprimer Samira Haddad': [],
    'Biens de Samira Haddad': OTHERS,
  },
  '/paiements': {
    'Ajouter un paiement': ['caisse', 'comptable'],
    'Nouveau paiement de Samira Haddad': ['caisse', 'comptable'],
    'Imprimer tous': ['comptable', 'lecture'],
    'Imprimer les paiements de Samira Haddad': OTHERS,
  },
  '/clients/{client}/paiements/{bien}': {
    'Ajouter un paiement': ['caisse', 'comptable'],
    'Modifier le paiement .*': ['comptable'],
    'Supprimer le paiement .*': ['comptable'],
    'Imprimer le reçu .*': OTHERS,
  },
  '/ventes/{vente}': {
    'Ajouter un paiement': ['caisse', 'comptable'],
    Relancer: ['commercial', 'caisse', 'comptable'],
  },
  '/promoteur': { 'Ajouter un promoteur': [] },
  '/recap': {
    Excel: ['comptable', 'lecture'],
    PDF: ['comptable', 'lecture'],
    Imprimer: ['comptable', 'lecture'],
  },
  '/plan-de-vente': { 'Réviser les prix': [], Exporter: ['comptable', 'lecture'] },
  '/echeances': { 'Appliquer un modèle': ['commercial'], Excel: ['comptable', 'lecture'] },
  '/ventes': {},
  '/profile': { Sauvegarder: OTHERS },
}

/** Screens that some rôles do not have, with who has them and what is on them for whom. */
const HIDDEN: Record<string, readonly Role[]> = {
  '/charges': ['comptable', 'lecture'],
  '/cheques': ['caisse', 'comptable', 'lecture'],
  '/rapports': ['caisse', 'comptable', 'lecture'],
  '/importer': ['comptable', 'lecture'],
  '/users': [],
  '/parametres': [],
  '/residence/1/generer': [],
  '/blocs/1/stades/1/appels': ['commercial', 'caisse', 'comptable'],
}

const ENTRIES: Record<string, readonly Role[]> = {
  Membres: [],
  Charges: ['comptable', 'lecture'],
  Chèques: ['caisse', 'comptable', 'lecture'],
  Rapports: ['caisse', 'comptable', 'lecture'],
  Importer: [],
  Journal: ['comptable'],
  Paramètres: [],
  Clients: OTHERS,
  Ventes: OTHERS,
  'Plan de vente': OTHERS,
}

for (const role of OTHERS)
  // spec: AD-06
  test(`${role}: every screen offers what it may use and nothing else, and no call is refused`, async ({
    page,
  }) => {
    test.slow()
    await enter(page, role)
    const refused = watchRefusals(page)
    for (const [address, controls] of Object.entries(SCREENS)) {
      await go(
        page,
        address
          .replace('{client}', String(client))
          .replace('{bien}', String(bien))
          .replace('{vente}', String(vente)),
      )
      const more: string[] = []
      for (const one of await page.getByRole('article').all()) more.push(...(await actsUnderMore(one)))
      for (const [name, who = []] of Object.entries(controls)) {
        const found = page.locator('main').getByRole('button', { name: new RegExp(`^${name}$`) })
        const links = page.locator('main').getByRole('link', { name: new RegExp(`^${name}$`) })
        const under = more.filter((act) => new RegExp(`^${name}$`).test(act))
        const count = (await found.or(links).count()) + under.length
        expect([address, name, count > 0]).toEqual([address, name, who.includes(role)])
      }
    }
    for (const [address, who] of Object.entries(HIDDEN)) {
      await moveTo(page, address)
      await expect(page.getByRole('main')).toBeVisible()
      await atRest(page)
      await expect(page.locator('main').getByText(FERMEE)).toHaveCount(who.includes(role) ? 0 : 1)
    }
    for (const [label, who] of Object.entries(ENTRIES))
      await expect(menu(page).getByRole('link', { name: label, exact: true })).toHaveCount(
        who.includes(role) ? 1 : 0,
      )
    expect(refused).toEqual([])
  })

// spec: AD-06, AD-39
test(
  'a screen that is not open to the rôle says so, inside the layout, and leads back',
  { tag: ['@membres', '@jour'] },
  async ({ page }) => {
    await enter(page, 'commercial')
    for (const dark of [false, true]) {
      await preferDark(page, dark)
      await page.goto('/users')
      await expect(page.getByText(FERMEE)).toBeVisible()
      await expect(menu(page)).toBeVisible()
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText(FERMEE)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retour au tableau de bord' }).click()
    await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
    await page.getByRole('link', { name: 'Paramètres' }).click()
    await expect(page).toHaveURL(/\/profile$/)
  },
)
