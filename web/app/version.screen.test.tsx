import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { silence } from '#test/harness/screens/every.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { page, press, textsOf } from '#test/harness/screens/screen.ts'

const user = { ...membre(), compte: 'direction', suite: null }
const items = page.getByRole('menuitem')

// spec: IN-37
test('the menu of the account says the version, which opens what is new in a tab of its own', async () => {
  await renderScreen('/dashboard', {
    answers: [...silence(), answer(accesEndpoints.user, { ...user, version: '9.8.7' })],
  })
  await press('Compte de Karim Benali, Direction')
  await expect.poll(() => textsOf(items)).toEqual(['Profil', 'Version 9.8.7', 'Déconnexion'])
  const version = page.getByRole('menuitem', { name: 'Version 9.8.7, nouveautés, nouvel onglet' })
  expect(['href', 'target'].map((name) => version.element().getAttribute(name))).toEqual([
    '/aide/nouveautes',
    '_blank',
  ])
})

// spec: IN-37
test('a server that tells no version leaves the menu as it is specified', async () => {
  await renderScreen('/dashboard', { answers: [...silence(), answer(accesEndpoints.user, user)] })
  await press('Compte de Karim Benali, Direction')
  await expect.poll(() => textsOf(items)).toEqual(['Profil', 'Déconnexion'])
})
