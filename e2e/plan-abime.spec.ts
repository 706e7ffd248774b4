import { expect, expectAccessible, openScreen, test, withServer, type Page } from './diyar.ts'
import { dialog } from './screen.ts'

withServer()

const ABIME = 'Ce PDF est abîmé ou incomplet. Enregistrez-le de nouveau, ou continuez sans plan.'
const PAS_PDF = 'Le fichier doit être un PDF.'
const pdf = (buffer: Buffer, name = 'plan.pdf') => ({ name, mimeType: 'application/pdf', buffer })
const WHOLE = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(9 << 20, 0x20),
  Buffer.from('\n%%EOF\n'),
])
const file = (page: Page) => dialog(page).locator('input[type=file]')

async function open(page: Page, nom: string) {
  await openScreen(page, '/residence', 'Nos Résidences')
  await page.getByRole('button', { name: 'Ajouter une résidence' }).first().click()
  await dialog(page).getByLabel('Nom').fill(nom)
  await dialog(page).getByLabel('Adresse').fill('Oran')
}

test('a PDF that was cut is told when it is chosen, read at its ends only; without it the rest is saved', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.text
    window.read = 0
    Blob.prototype.text = function () {
      window.read += this.size
      return read.call(this)
    }
  })
  await open(page, 'Les Oliviers')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  for (const [chosen, said] of [
    // Each says something else than the one before it.
    [pdf(WHOLE.subarray(0, 5 << 20)), ABIME],
    [pdf(Buffer.from('PK\u0003\u0004 a workbook %%EOF')), PAS_PDF],
    [pdf(Buffer.alloc(0)), ABIME],
    [{ name: 'plan.docx', mimeType: 'application/msword', buffer: WHOLE }, PAS_PDF],
  ] as const) {
    await file(page).setInputFiles(chosen)
    await expect(dialog(page).getByText(said)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(dialog(page).getByText(said)).toBeVisible()
  }
  expect(sent).toBe(0)
  await expectAccessible(page)
  await file(page).setInputFiles(pdf(WHOLE))
  await expect(dialog(page).getByText(PAS_PDF)).toHaveCount(0)
  expect(await page.evaluate(() => window.read)).toBeLessThan(20_000)
  await file(page).setInputFiles(pdf(WHOLE.subarray(0, 4000)))
  await expect(dialog(page).getByText(ABIME)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click()
  await expect(dialog(page).getByText(ABIME)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Résidence ajoutée avec succès !')).toBeVisible()
  expect(sent).toBe(1)
})

test('a file that is gone before it is read is told so; an answer about a former one is not believed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.text
    window.held = []
    Blob.prototype.text = async function () {
      if (window.gone === 'slow') await new Promise<void>((resolve) => window.held.push(resolve))
      if (window.gone === 'gone') throw new DOMException('gone', 'NotReadableError')
      return read.call(this)
    }
  })
  await open(page, 'Les Palmiers')
  await page.evaluate(() => void (window.gone = 'gone'))
  await file(page).setInputFiles(pdf(WHOLE))
  await expect(dialog(page).getByText(/^Ce fichier n'est plus lisible/)).toBeVisible()

  await page.evaluate(() => void (window.gone = 'slow'))
  await file(page).setInputFiles(pdf(Buffer.from('%PDF-1.7 cut'), 'former.pdf'))
  await expect.poll(() => page.evaluate(() => window.held.length)).toBeGreaterThan(0)
  await page.evaluate(() => void (window.gone = ''))
  await file(page).setInputFiles(pdf(WHOLE, 'whole.pdf'))
  await page.evaluate(() => window.held.forEach((release) => release()))
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Résidence ajoutée avec succès !')).toBeVisible()
})

declare global {
  interface Window {
    read: number
    gone: '' | 'slow' | 'gone'
    held: (() => void)[]
  }
}
