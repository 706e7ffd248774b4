import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { aProfil } from '#features/acces/profil.objects.ts'
import { profilEndpoints } from '#features/acces/profil.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aResidence } from '#features/structure/structure.objects.ts'
import { answer, refuse, type Answer, type FakeServer } from '#test/harness/screens/answers.ts'
import { freeze, pass, thaw } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  attach,
  button,
  choose,
  dialog,
  field,
  fieldOf,
  fill,
  main,
  page,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const EXPIRED = 'Votre session a expiré. Reconnectez-vous pour continuer.'
const KEPT = 'Votre saisie a été conservée.'
const NOBODY = refuse(accesEndpoints.user, 401)
const others = 500
const address = () => location.pathname + location.search
const kept = () => JSON.stringify({ ...sessionStorage })
const input = (name: string) => page.getByCss(`input[name="${name}"]`)
const secrets = dialog.getByCss('input[type="password"]')

const KARIM = membre()
const SIGNED_IN = [
  answer(accesEndpoints.login, { user: KARIM, compte: 'direction', suite: null, message: 'Connecté.' }),
  answer(accesEndpoints.user, { ...KARIM, compte: 'direction', suite: null }),
]

/** The session has ended: the server knows nobody, whatever the screen calls next. */
async function expire(server: FakeServer, ...calls: Pick<Answer, 'endpoint'>['endpoint'][]): Promise<void> {
  await atRest()
  server.give(NOBODY, ...calls.map((call) => refuse(call, 401)))
}

/** Signs in by hand; from then on the server answers so. */
async function signIn(server: FakeServer, ...answers: Answer[]): Promise<void> {
  await said(EXPIRED)
  expect(address()).toBe('/login')
  await input('email').fill(KARIM.email)
  await input('password').fill('Motdepasse1!')
  server.give(...SIGNED_IN, ...answers)
  await press('Se connecter')
}

const NADIA = { 'Nom complet': 'Une Seule Fois', Téléphone: '0555 12 34 56', Email: 'client@exemple.dz' }
const clients = answer(clientsEndpoints.list, onePage([aClient()]))

test('passwords and files are never kept: they are asked for again', async () => {
  const listed = answer(membresEndpoints.list, { ...onePage([aMembre()]), demandes: 0 })
  const server = await renderScreen('/users', { answers: [listed] })
  await press('Ajouter un membre')
  await fill({ Nom: 'Nadia Cherif', Email: 'nadia@diyar.dz' })
  for (const secret of secrets.all()) await secret.fill('Secret-jamais-gardé1')
  await expire(server, membresEndpoints.create)
  await press(/^Ajouter$/, dialog)
  await said(EXPIRED)
  expect(kept()).toContain('Nadia Cherif')
  expect(kept()).not.toContain('Secret')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Nadia Cherif')
  await signIn(server, listed)
  await expect.element(dialog.getByText(`${KEPT} Saisissez de nouveau le mot de passe.`)).toBeVisible()
  await expect.element(field('Email')).toHaveValue('nadia@diyar.dz')
  for (const secret of secrets.all()) await expect.element(secret).toHaveValue('')

  const residences = answer(residencesEndpoints.list, onePage([aResidence()]))
  const again = await renderScreen('/residence', { answers: [residences] })
  await button('Ajouter une résidence').click()
  await fill({ Nom: 'Les Oliviers', Adresse: 'Blida' })
  await attach(new File(['%PDF-1.7 secret %%EOF'], 'plan.pdf', { type: 'application/pdf' }))
  await expire(again, residencesEndpoints.create)
  await save()
  await signIn(again, residences)
  await expect.element(dialog.getByText(`${KEPT} Choisissez de nouveau le fichier.`)).toBeVisible()
  await expect.element(field('Nom')).toHaveValue('Les Oliviers')
})

test('an hour later what was typed is gone, the screen is not', async () => {
  const server = await renderScreen('/clients?recherche=x', { answers: [clients], others })
  await press('Ajouter un client')
  await fill({ ...NADIA, 'Nom complet': 'Trop Tard' })
  await expire(server, clientsEndpoints.create)
  freeze()
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect
    .poll(async () => {
      await pass(20)
      return page.getByText(EXPIRED).query() !== null
    })
    .toBe(true)
  expect(kept()).toContain('Trop Tard')
  await pass(3_600_001)
  expect(kept()).not.toContain('Trop Tard')
  thaw()
  await signIn(server)
  await expect.poll(address).toBe('/clients?recherche=x')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Gestion des Clients')
  await atRest()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the profile keeps its name too; a choice in a list comes back with its words', async () => {
  const { name, email, statut, role } = KARIM
  const profil = aProfil({ name, email, statut, role })
  const answers = [
    answer(profilEndpoints.read, { ...profil, data: profil }),
    answer(profilEndpoints.connexions, { data: [] }),
  ]
  const server = await renderScreen('/profile', { answers })
  await fieldOf(main, 'Nom').fill('Karim B. Benali')
  await expire(server, profilEndpoints.update)
  await press('Sauvegarder')
  await signIn(server)
  await expect.poll(address).toBe('/profile')
  await expect.element(fieldOf(main, 'Nom')).toHaveValue('Karim B. Benali')
  await said(KEPT)

  const lauriers = answer(residencesEndpoints.all, [{ id: 4, nom: 'Les Lauriers' }])
  const blocs = answer(blocsEndpoints.list, onePage([]))
  const again = await renderScreen('/bloc', { answers: [lauriers, blocs], others })
  await button('Ajouter un bloc').first().click()
  await choose(/^Résidence/, 'Les Lauriers', dialog)
  await fill({ 'Nom du bloc': 'Bloc gardé', Description: 'R+4' })
  await expire(again, blocsEndpoints.create)
  await save()
  await signIn(again)
  await expect.element(dialog.getByRole('combobox', { name: /^Résidence/ })).toHaveValue('Les Lauriers')
})
