import type { Locator } from '@playwright/test'
import { aujourdhui } from '../shared/dates.ts'
import { XSS } from '../test/fuzz/hostile-texts.ts'
import { all, cheque, withChequier } from './chequier.ts'
import {
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  moveTo,
  signIn,
  test,
  type Api,
  type Page,
} from './diyar.ts'
import { pressActe, dialog, PHONE_ROWS, plain } from './screen.ts'

withChequier()

/** Every screen and dialog of cheques, each shown to `judge` once all of it is there. */
async function visit(page: Page, judge: (what: string) => Promise<void>): Promise<void> {
  const look = async (what: string) => {
    await atRest(page)
    await judge(what)
  }
  const shut = async () => {
    await page.keyboard.press('Escape')
    const cancel = dialog(page).getByRole('button', { name: 'Annuler' })
    if (await cancel.count()) await cancel.click()
    await expect(dialog(page)).toHaveCount(0)
  }
  const within = async (what: string, press: Locator | (() => Promise<void>)) => {
    await (typeof press === 'function' ? press() : press.click())
    await expect(dialog(page).first()).toBeVisible()
    await look(what)
    await shut()
  }
  for (const onglet of ['recu', 'remis', 'encaisse', 'rejete', 'remises']) {
    await moveTo(page, `/cheques?onglet=${onglet}`)
    /** A row of the table, or one of a phone. */
    const first = page.locator(`main tbody tr, main ${PHONE_ROWS}`).first()
    await expect(first).toBeVisible()
    await look(onglet)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    if (onglet === 'recu') {
      await all(page).check()
      await look('sélection')
      await within('nouvelle remise', button('Nouvelle remise'))
      await within('marquer encaissés', button('Marquer encaissés'))
      await within('détails', () => pressActe(first, /^Détails du paiement/))
      await button('Comptes bancaires').click()
      await expect(dialog(page)).toContainText('Utilisé')
      await look('comptes bancaires')
      await dialog(page).getByRole('button', { name: 'Ajouter un compte' }).click()
      await expect(dialog(page, 'Ajouter un compte bancaire')).toBeVisible()
      await look('compte bancaire')
      await dialog(page, 'Ajouter un compte bancaire').getByRole('button', { name: 'Annuler' }).click()
      await expect(dialog(page)).toHaveCount(1)
      await shut()
    }
    if (onglet === 'remis') await within('rejeter', () => pressActe(first, 'Rejeter…'))
    if (onglet === 'rejete') await within('représenter', () => pressActe(first, 'Représenter'))
    if (onglet === 'encaisse') await within('annuler', () => pressActe(first, 'Annuler la dernière étape'))
    if (onglet === 'remises') {
      await pressActe(first, /^Voir la remise/)
      await expect(dialog(page).locator(`tbody tr, ${PHONE_ROWS}`).first()).toBeVisible()
      await look('remise')
      await shut()
      await within('supprimer', () => pressActe(first, /^Supprimer la remise/))
    }
  }
}

let furnished = false

/** One cheque at each step with every text, in its bank, number, payer and reason. */
async function furnish(api: Api): Promise<void> {
  if (furnished) return
  furnished = true
  const texts = XSS.filter((text) => text.length <= 100)
  await api.post('/api/comptes-bancaires', {
    banque: texts[0],
    agence: texts[1],
    numero: texts.find((text) => text.length <= 50) ?? '=1+1',
  })
  const today = aujourdhui()
  const idOf = async (recu: string) =>
    ((await api.get(`/api/cheques?recherche=${recu}`)) as { data: { id: number }[] }).data[0]?.id
  const { data: comptes } = (await api.get('/api/comptes-bancaires')) as { data: { id: number }[] }
  for (const [rank, text] of texts.entries()) {
    const written = {
      banque: text,
      reference: texts[(rank + 1) % texts.length],
      payeur_type: 'tiers',
      payeur: text,
    }
    const id = await idOf(await cheque(api, Math.floor(12_345_678_901 / (rank + 2)), written).catch(() => ''))
    if (id === undefined) continue
    const at = rank % 4
    if (at === 1) await api.post('/api/remises', { compte_id: comptes[0]?.id, jour: '2026-04-01', ids: [id] })
    if (at === 2) await api.post('/api/cheques/encaisser', { ids: [id], encaisse_le: today })
    if (at === 3)
      await api.post(`/api/cheques/${id}/rejeter`, { rejete_le: today, motif: text, frais_rejet: 2500 })
  }
}

// spec: EN-36
test.describe('every screen and dialog of cheques', () => {
  test('shows hostile texts as they are typed, and is accessible in light and in dark', async ({ page }) => {
    test.slow()
    const api = await signIn(page)
    await furnish(api)
    await visit(page, async (what) => {
      const ran = await page.evaluate<unknown>('window.__xss ?? 0')
      const markup = await page.evaluate<number>(
        `document.querySelectorAll('main :is(script, img, iframe, marquee, object, embed, math, details), [role="dialog"] :is(script, img, iframe, marquee, object, embed, math, details)').length`,
      )
      expect([what, ran, markup]).toEqual([what, 0, 0])
      await expectReadable(page)
    })
    const typed = XSS.filter((text) => text.length <= 100)
    await page.goto('/cheques?onglet=rejete')
    const shown = plain(await page.getByRole('table').textContent())
    expect(typed.filter((text) => shown.includes(plain(text))).length).toBeGreaterThan(3)
  })

  const PHONE = { width: 360, height: 740 }
  test('does not scroll sideways, and cuts no button or tab on a phone and at 200 %', async ({ page }) => {
    test.slow()
    await page.setViewportSize(PHONE)
    await furnish(await signIn(page))
    await visit(page, async (where) => {
      for (const viewport of [{ width: 640, height: 400 }, PHONE]) {
        await page.setViewportSize(viewport)
        await atRest(page)
        const over = await page.evaluate<string[]>(`(() => {
          const wide = [...document.querySelectorAll('[role="dialog"]')].filter((d) => d.scrollWidth > d.clientWidth)
          const page = document.documentElement.scrollWidth > innerWidth ? [document.documentElement] : []
          const cut = [...document.querySelectorAll('main .mantine-Button-label')].filter((b) => b.scrollWidth > b.clientWidth)
          const away = [...document.querySelectorAll('[role="tab"]')].filter((t) => t.getBoundingClientRect().right > innerWidth)
          return [...page, ...wide].map(({ tagName, scrollWidth }) => tagName + ' ' + scrollWidth)
            .concat([...cut, ...away].map(({ textContent }) => textContent))
        })()`)
        expect([where, viewport.width, ...over]).toEqual([where, viewport.width])
      }
    })
    await expectAccessible(page)
  })
})
