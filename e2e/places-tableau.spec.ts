import { expect, expectAccessible, signIn, test, withServer } from './diyar.ts'
import { long, MAX } from './extremes.ts'
import { createClient, createEtage, sellPlace } from './portefeuille.ts'
import { actOn, actsUnderMore, dialog } from './screen.ts'

withServer()

// spec: EC-20, EC-21
test('the places of a parking are cards or a table, remembered, with the acts of their cards; whole at 1280 and on a phone', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createEtage(api, long('Copropriété'), { bloc: long('Bloc') })
  const parking = await api.create('/api/parkings', {
    parking_nom: long('Parking'),
    residence_id: lieu.residence,
    nb_places: 9,
  })
  const client = await createClient(api, long('Héritiers'))
  await sellPlace(api, { ...lieu, parking }, client, 1, MAX)
  for (const numero_place of [2, 3, 4, 5])
    await api.create('/api/places-parking', {
      parking_id: parking,
      numero_place,
      type_place: 'Box',
      position: 'Niveau -1',
      montant: 1_500_000,
    })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/parking?places=${parking}`)
  const panel = dialog(page, /^Places du parking/)
  await expect(panel.getByRole('article')).toHaveCount(5)
  await panel.getByText('Tableau', { exact: true }).click()
  const rows = panel.locator('tbody tr')
  await expect(rows).toHaveCount(5)
  expect(await panel.getByRole('columnheader').allTextContents()).toEqual([
    'Place',
    'Position',
    'État',
    'Client',
    'Prix',
    'Reste',
    'Actions',
  ])
  const wide = await panel.evaluate((box) =>
    [...box.querySelectorAll('table, th, td')]
      .filter(
        (part) =>
          part.scrollWidth > part.clientWidth + 2 ||
          part.getBoundingClientRect().right > box.getBoundingClientRect().right,
      )
      .map((part) => part.textContent),
  )
  expect(wide).toEqual([])
  const free = rows.filter({ hasText: 'Place 2' })
  expect(await free.evaluate((one) => one.getBoundingClientRect().height)).toBeLessThanOrEqual(42)
  expect(await actsUnderMore(free)).toEqual([
    'Poser une option sur la place 2',
    'Bloquer la place 2',
    'Historique de la place 2',
    'Supprimer la place 2',
  ])
  await actOn(rows.filter({ hasText: 'Place 1' }), 'Libérer la place 1')
  await dialog(page, 'Libérer la place').getByRole('button', { name: 'Annuler' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const lines = panel.getByRole('list', { name: 'Places' }).getByRole('listitem')
  await expect(lines).toHaveCount(5)
  await lines.nth(1).getByRole('button').press('Enter')
  await expect(lines.nth(1).getByRole('button', { name: 'Attribuer la place 2' })).toBeVisible()
  expect(await panel.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectAccessible(page)
  await panel.getByText('Grille', { exact: true }).click()
  await expect(panel.getByRole('article')).toHaveCount(5)
})
