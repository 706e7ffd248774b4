import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, pay } from './portefeuille.ts'
import { openPart } from './screen.ts'

withServer()

const today = aujourdhui()
const LIVRAISON = addJours(today, 120)

async function sell(api: Api, numLot: string, buyer = `Client de ${numLot}`) {
  const lieu = await createLieu(api)
  const client = await createClient(api, buyer)
  const lot = await createLot(api, lieu.etage, numLot, 'F3', client)
  const { vente_id: id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  await api.put(`/api/ventes/${id}`, {
    reservation_le: addJours(today, -60),
    contrat_le: addJours(today, -30),
    livraison_prevue_le: LIVRAISON,
  })
  return { id, client, lot }
}

const itemsOf = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  const items = page.getByRole('menu').locator('[role=menuitem], [role=separator], .mantine-Menu-divider')
  await expect(items.first()).toBeVisible()
  const said = await items.evaluateAll((all) => all.map((item) => item.textContent || '—'))
  return { said, items }
}

// spec: RF-51
test('has all its papers under « Documents », and acts alone under « ⋯ », the end of the sale last and red', async ({
  page,
}) => {
  const api = await signIn(page)
  const { id } = await sell(api, 'A-1')
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: [{ libelle: 'Tout', montant: 1_000_000, declencheur: 'date', date_prevue: '2031-01-01' }],
  })
  await page.goto(`/ventes/${id}`)
  const papiers = await itemsOf(page, 'Documents')
  expect(papiers.said.slice(-5)).toEqual([
    '—',
    "Imprimer l'échéancier",
    'Échéancier en arabe (PDF)',
    'Demande de désistement (PDF)',
    'Demande de désistement en arabe (PDF)',
  ])
  await page.keyboard.press('Escape')
  await expect(papiers.items).toHaveCount(0)
  const actes = await itemsOf(page, "Plus d'actions")
  expect(actes.said).toEqual([
    'Modifier le dossier',
    'Transférer vers un autre bien',
    'Céder à un autre client',
    'Journal de ce dossier',
    '—',
    'Annuler la vente… (désistement)',
  ])
  const red = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--diyar-red)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
  await expect(actes.items.last()).toHaveCSS('color', red)
  await expectAccessible(page)
})

// spec: RF-52
test('says a thing once and in one line: the planned delivery, the échéancier to generate, the contract that waits for pieces', async ({
  page,
}) => {
  const api = await signIn(page)
  const { id } = await sell(api, 'A-2')
  const { data } = (await api.get('/api/parametres')) as {
    data: { pieces: { valeur: { types: { portee: string }[] } } }
  }
  const types = data.pieces.valeur.types.map((type) => ({ ...type, obligatoire: true }))
  await api.put('/api/parametres/pieces', { valeur: { types } })
  await page.goto(`/ventes/${id}?partie=echeancier`)
  const prevue = page.getByText(`prévue le ${formatJourCourt(LIVRAISON)}`)
  const generer = page.getByRole('button', { name: "Générer l'échéancier" })
  for (const width of [1366, 1200, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(generer).toHaveCount(1)
    const lines = await prevue.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines, `${width} px`).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize({ width: 1366, height: 844 })
  await openPart(page, 'Pièces et documents')
  const pieces = page.getByRole('region', { name: 'Pièces', exact: true })
  await expect(pieces.getByText('À fournir').nth(1)).toBeVisible()
  await expect(pieces.getByText('Le contrat est signé : ces pièces restent à fournir.')).toHaveCount(1)
  await expect(pieces.getByText('À fournir, contrat signé')).toHaveCount(0)
})

// spec: RF-52
test('its history has what its calls answer: stade, papers, payments with their receipts, steps of a cheque, relances, the newest first', async ({
  page,
}) => {
  const api = await signIn(page)
  const { id, client, lot } = await sell(api, 'A-3')
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: [{ libelle: 'Tout', montant: 1_000_000, declencheur: 'date', date_prevue: addJours(today, -20) }],
  })
  await pay(api, client, { appartement_id: lot }, 50_000, addJours(today, -10))
  const cheque = await api.create('/api/paiements', {
    client_id: client,
    appartement_id: lot,
    versement: 100_000,
    date_paiement: addJours(today, -9),
    mode: 'cheque',
    banque: 'BNA',
    reference: '0012345',
  })
  await api.post(`/api/cheques/${cheque}/rejeter`, {
    rejete_le: addJours(today, -8),
    motif: 'Provision insuffisante',
  })
  await api.post('/api/relances', { vente_ids: [id], canal: 'telephone' })
  const { numero } = (await api.post(`/api/ventes/${id}/documents`, { type: 'attestation_paiement' })) as {
    numero: string
  }
  await page.goto(`/ventes/${id}?partie=relances`)
  const said = page.getByRole('region', { name: 'Historique' }).getByRole('listitem')
  await expect(said.first()).toBeVisible()
  const le = (jours: number) => formatJourCourt(addJours(today, -jours))
  const lines = (await said.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '))
  const { recu } = (await api.get(`/api/paiements/${cheque}`)) as { recu: string }
  const [premier] = lines.filter((line) => line.startsWith(le(10)))
  expect(premier).toMatch(/Versement 50 000,00 DA, reçu \d{4}-\d{6}$/)
  expect(lines).toEqual([
    `${le(0)} Relance, Téléphone : 950 000,00 DA en retard`,
    `${le(0)} Attestation de paiement ${numero}`,
    `${le(0)} Ouverture du dossier`,
    `${le(8)} Chèque n° 0012345 rejeté, Provision insuffisante`,
    `${le(9)} Versement 100 000,00 DA, reçu ${recu}`,
    premier,
    `${le(30)} Contrat`,
    `${le(60)} Réservation`,
  ])
  await expectAccessible(page)
})
