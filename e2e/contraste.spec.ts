import type { Locator } from '@playwright/test'
import { addJours, aujourdhui } from '../shared/dates.ts'
import { atRest, expect, moveTo, openScreen, signIn, test, withServer } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'

withServer()

// spec: EC-44
test('a contrast theme has axes, bars and slices of the charts drawn in its own colours', async ({
  page,
}) => {
  const api = await signIn(page)
  // Before a sale there is no chart of what came in.
  await sellAppartement(api, await createLieu(api), await createClient(api, 'Samia Larbi'), 'C-0', 1_000_000)
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  const chart = page.getByRole('img', { name: 'Répartition Détaillée' })
  await page.emulateMedia({ forcedColors: 'active' })
  const [ink = [], bars = []] = await page.evaluate(() =>
    ['CanvasText', 'Highlight'].map((color) => {
      const probe = document.createElement('span')
      probe.style.cssText = `forced-color-adjust: none; color: ${color}`
      document.body.append(probe)
      const [r = 0, g = 0, b = 0, a = 1] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
      probe.remove()
      return [r, g, b, 255 * a]
    }),
  )
  expect(ink).not.toEqual(bars)
  /** The most pixels of a colour in one line of the chart, as a share of its width. */
  const longest = (canvas: Locator, color: readonly number[]) =>
    canvas.evaluate((element, wanted) => {
      if (!(element instanceof HTMLCanvasElement)) return 0
      const { width, height } = element
      const data = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const lines = new Map<number, number>()
      for (let at = 0; at < data.length; at += 4) {
        const line = Math.floor(at / 4 / width)
        // A colour that lets the ground through is rounded in the picture.
        if (wanted.every((part, n) => Math.abs(part - (data[at + n] ?? 0)) <= 1))
          lines.set(line, (lines.get(line) ?? 0) + 1)
      }
      return Math.max(0, ...lines.values()) / width
    }, color)
  for (const name of ['Répartition Détaillée', 'Encaissements des douze derniers mois'])
    await expect.poll(() => longest(page.getByRole('img', { name }), ink), name).toBeGreaterThan(0.5)
  await expect.poll(() => longest(chart, bars)).toBeGreaterThan(0.01)
  await page.getByRole('combobox', { name: 'Type de graphique' }).selectOption('Vue Secteurs')
  await expect(chart).toHaveAttribute('data-chart', 'pie')
  await expect.poll(() => longest(chart, ink)).toBeGreaterThan(0)
  // The lines drawn for the contrast theme disappear with it.
  await page.emulateMedia({ forcedColors: null })
  await page.getByRole('combobox', { name: 'Type de graphique' }).selectOption('Vue Barres')
  await expect(chart).toHaveAttribute('data-chart', 'bar')
  await atRest(page)
  await expect.poll(() => longest(chart, bars)).toBe(0)
})

// spec: EC-44
test('a contrast theme has steps, shares, ages and what the bank has done drawn apart', async ({ page }) => {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  const [client, autre] = [await createClient(api, 'Samia Larbi'), await createClient(api, 'Yacine Brahimi')]
  const lot = await sellAppartement(api, lieu, client, 'C-1', 1_000_000)
  const { vente_id } = (await api.get(`/api/appartements/${lot}`)) as { vente_id: number }
  const lignes = [10, 40, 70, 120].map((jours) => ({
    libelle: `Il y a ${jours} jours`,
    montant: 250_000,
    declencheur: 'date',
    date_prevue: addJours(aujourdhui(), -jours),
  }))
  await api.put(`/api/ventes/${vente_id}/echeancier`, { lignes })
  await api.put(`/api/ventes/${vente_id}/co-acquereurs`, { acquereurs: [{ client_id: autre, part: 40 }] })
  const ids: number[] = []
  for (const reference of ['1', '2', '3'])
    ids.push(
      await api.create('/api/paiements', {
        client_id: client,
        appartement_id: lot,
        date_paiement: aujourdhui(),
        versement: 10,
        mode: 'cheque',
        banque: 'BNA',
        reference,
        date_cheque: aujourdhui(),
      }),
    )
  const compte_id = await api.create('/api/comptes-bancaires', { banque: 'BNA', numero: '004' })
  await api.post('/api/remises', { compte_id, jour: aujourdhui(), ids })
  await api.post('/api/cheques/encaisser', { ids: ids.slice(0, 1), encaisse_le: aujourdhui() })
  await api.post(`/api/cheques/${ids[1]}/rejeter`, {
    rejete_le: aujourdhui(),
    motif: 'Provision insuffisante',
  })

  await page.emulateMedia({ forcedColors: 'active' })
  for (const [address, parts, count] of [
    [`/ventes/${vente_id}?partie=echeancier`, '[aria-label="Étapes"] > li > :first-child', 2],
    [`/ventes/${vente_id}?partie=echeancier`, 'span[data-rang]:empty', 2],
    ['/echeances', '[aria-hidden] > [data-age]', 4],
    ['/dashboard', '[aria-hidden] > [data-age]', 4],
    ['/cheques?onglet=remises', '[aria-hidden] > [data-tone]', 3],
  ] as const) {
    await moveTo(page, address)
    const drawn = page.locator(parts)
    await expect(drawn.first(), address).toBeVisible()
    const looks = await drawn.evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(one)
        return { backgroundColor, edge: `${borderTopWidth} ${borderTopColor}` }
      }),
    )
    const grounds = new Set(looks.map(({ backgroundColor }) => backgroundColor))
    expect([address, parts, grounds.size]).toEqual([address, parts, count])
    for (const { edge } of looks) expect(edge, address).toMatch(/^[12]px rgb\(0, 0, 0\)$/)
  }
})
