import { expect, test } from 'vitest'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { card, dialog, field, fill, key, page, press } from '#test/harness/screens/screen.ts'

const warned = dialog.getByRole('status').filter({ hasText: 'a déjà ce numéro' })
const yacine = aClient({ nomComplet: 'Yacine Ouali', tel: '0770 55 44 33' })
/** Élodie has every number that is asked about. */
const found = answer(clientsEndpoints.doublons, {
  data: [{ id: 7, nomComplet: 'Élodie Benaïssa', tel: '0550 12 34 56', raisons: ['téléphone'] }],
})

async function open(...answers: Answer[]) {
  const server = await renderScreen('/clients', {
    answers: [
      answer(clientsEndpoints.list, onePage([yacine])),
      answer(clientsEndpoints.read, yacine),
      found,
      ...answers,
    ],
  })
  const asked = () =>
    server.calls.filter(({ path }) => path.endsWith('/doublons')).map(({ query }) => query.get('tel'))
  return { server, asked }
}
const added = answer(clientsEndpoints.create, { ...yacine, id: 9, message: 'Client ajouté avec succès !' })

/** Types a phone and leaves its field. */
async function phone(tel: string): Promise<void> {
  await fill({ Téléphone: tel })
  await key('Tab')
}

// spec: AD-24
test('a phone typed in three spellings warns once, and saving still works', async () => {
  const { server, asked } = await open(added)
  await press('Ajouter un client')
  await fill({ 'Nom complet': 'Élodie Benaïssa, sa sœur', Email: 'soeur@exemple.dz' })
  for (const spelling of ['0550123456', '+213 550-12-34-56', '(0)550.12.34.56']) {
    await phone(spelling)
    await expect
      .element(warned)
      .toHaveTextContent(/^Un client a déjà ce numéro : Élodie Benaïssa \(téléphone\)\. Ouvrir sa fiche$/)
  }
  expect(asked()).toEqual(['550123456'])
  const link = warned.getByRole('link', { name: /^Ouvrir sa fiche/ })
  await expect.element(link).toHaveAttribute('href', '/clients/7')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await press(/^Ajouter$/, dialog)
  await expect.element(page.getByText('Client ajouté avec succès !')).toBeVisible()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ tel: '(0)550.12.34.56' }])
})

// spec: RF-42
test('a form emptied for another client does not warn of the one just saved, until his number is typed again', async () => {
  const { server } = await open(answer(clientsEndpoints.doublons, { data: [] }), added)
  await press('Ajouter un client')
  const typed = async (nom: string) => {
    await fill({ 'Nom complet': nom, Email: 'mourad@exemple.dz' })
    await phone('0660 11 22 33')
  }
  await typed('Mourad Ziani')
  // From now on the number is known.
  server.give(found)
  await press('Enregistrer et ajouter un autre', dialog)
  await expect.element(field('Téléphone')).toHaveValue('')
  await expect.element(warned).not.toBeInTheDocument()
  await typed('Son frère')
  await expect.element(warned).toHaveTextContent('Élodie Benaïssa')
})

test("a look-up that fails says nothing; a record's own number is not asked about", async () => {
  const changed = { ...yacine, tel: '0661 00 00 00', version: 2 }
  const { server, asked } = await open(
    answer(clientsEndpoints.update, { ...changed, message: 'Client modifié avec succès !' }),
  )
  await press('Modifier', card('Yacine Ouali'))
  await field('Téléphone').click()
  await key('Tab')
  await expect.element(field('Téléphone')).not.toHaveFocus()
  server.give(refuse(clientsEndpoints.doublons, 500))
  await phone('0661 00 00 00')
  await expect.poll(asked).toEqual(['661000000'])
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(warned).not.toBeInTheDocument()
  await press('Sauvegarder', dialog)
  await expect.element(page.getByText('Client modifié avec succès !')).toBeVisible()
})
