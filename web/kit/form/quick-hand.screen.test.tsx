import { expect, test, vi } from 'vitest'
import { chargesEndpoints } from '#features/charges/charges.contract.ts'
import { aCategorie } from '#features/charges/charges.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import { parametresEndpoints } from '#features/parametres/parametres.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { halt } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, dialog, field, key, page, press, type, valueOf } from '#test/harness/screens/screen.ts'

/** A quick hand before a slow machine: what it types next is typed where it means it. */

test('who corrects a refused number before the screen has led to it is not led to another one', async () => {
  await renderScreen('/charges', {
    answers: [answer(chargesEndpoints.categories, onePage([aCategorie({ nom: 'Gros œuvre' })]))],
  })
  await press('Ajouter un bon à Gros œuvre')
  await expect.element(field('Référence')).toHaveFocus()
  const [price, quantity] = [field('Prix unitaire'), field('Quantité')]
  await field('Désignation').fill('Ciment')
  await key('Tab')
  await type('999999999999')
  await expect.element(price).toHaveAccessibleDescription(/^Ce montant n'est pas valide/)
  halt()
  await key('Enter')
  await key('Backspace')
  await key('Tab')
  await type('0')
  await key('Shift+Tab')
  await expect.element(quantity).toHaveAccessibleDescription(/^La quantité doit être/)
  vi.advanceTimersByTime(100)
  await expect.element(price).toHaveFocus()
  await type('850')
  await expect.poll(() => valueOf(price)).toBe('850 DA')
  await expect.element(quantity).toHaveValue('0')
})

test('the next bank is typed in its own field, as soon as Enter has made it', async () => {
  const banques = ['BNA', 'CPA', 'BEA']
  await renderScreen('/parametres?section=paiements', {
    answers: [
      answer(parametresEndpoints.read, {
        data: { paiements: { valeur: { banques, frais_rejet: 0 }, version: 0 } },
      }),
      answer(comptesEndpoints.list, { data: [], dernier: null }),
    ],
  })
  const banks = page.getByRole('textbox', { name: /^Banque \d+$/ })
  await expect.element(banks).toHaveLength(3)
  banks.last().element().focus()
  halt()
  await key('Enter')
  await type('Banque du Sud')
  await expect.element(banks).toHaveLength(4)
  expect(banks.all().map(valueOf)).toEqual([...banques, 'Banque du Sud'])
})

test('whoever is in a field before the dialog leads him to its first one stays there', async () => {
  const farida = aClient({ nomComplet: 'Farida Belkacem' })
  const server = await renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([farida])),
      answer(clientsEndpoints.doublons, { data: [] }),
      answer(clientsEndpoints.update, { ...farida, message: 'Client modifié avec succès !' }),
    ],
  })
  const edit = card('Farida Belkacem').getByRole('button', { name: 'Modifier' })
  await expect.element(edit).toBeVisible()
  halt()
  await edit.click()
  await expect.element(field('Téléphone')).toBeInTheDocument()
  field('Téléphone').element().focus()
  await key('Control+a')
  await type('07778')
  // The work that the screen had put off comes in the middle of the number.
  vi.advanceTimersByTime(1000)
  await type('89900')
  vi.useRealTimers()
  await press('Sauvegarder', dialog)
  await expect.element(page.getByText('Client modifié avec succès !')).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { nomComplet: 'Farida Belkacem', tel: '0777889900' },
  ])
})
