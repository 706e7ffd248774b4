import { expect, test, vi } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { profilEndpoints } from '#features/acces/profil.contract.ts'
import { aProfil } from '#features/acces/profil.objects.ts'
import { secondFacteurEndpoints } from '#features/acces/second-facteur.contract.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, lost, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, field, key, page, press, said, type } from '#test/harness/screens/screen.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const URI = `otpauth://totp/Diyar:karim%40diyar.dz?issuer=Diyar&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`
const CODES = Array.from({ length: 10 }, (_, n) => `4F7K-92Q${'23456789AB'.charAt(n)}`)
const panel = page.getByRole('region', { name: 'Code à la connexion' })
const mot = dialog.getByCss('input[type="password"]')
const qr = dialog.getByRole('img', { name: 'Clé du code à la connexion, à scanner' })
const alerte = dialog.getByRole('alert')

const profil = (second_facteur: { actif: boolean; codes_restants: number }): Answer => {
  const read = aProfil({ second_facteur })
  return answer(profilEndpoints.read, { ...read, data: read })
}
const actif = (codes_restants: number) => profil({ actif: true, codes_restants })
const open = (answers: Answer[], dark = true) =>
  renderScreen('/profile', {
    dark,
    answers: [
      profil({ actif: false, codes_restants: 0 }),
      answer(profilEndpoints.connexions, { data: [] }),
      ...answers,
    ],
  })
const atField = (endpoint: Parameters<typeof refuse>[0], name: string, sentence: string) =>
  refuse(endpoint, 422, { message: sentence, errors: { [name]: [sentence] } })
const WRONG = "Ce n'est pas le mot de passe actuel."
const BAD = "Ce code n'est pas valide."
const begun = answer(secondFacteurEndpoints.begin, { secret: SECRET, uri: URI })
const confirmed = answer(secondFacteurEndpoints.confirm, {
  codes: CODES,
  message: 'Code à la connexion activé.',
})

// spec: IN-34
test('« Activer » by keyboard: password, key and drawing, code, ten codes to copy and print; refusals at their fields', async () => {
  const server = await open([atField(secondFacteurEndpoints.begin, 'mot_de_passe', WRONG)])
  await press('Activer', panel)
  await expect.element(mot).toHaveFocus()
  await type('Motdepasse1!')
  await key('Enter')
  await expect.element(alerte).toHaveTextContent(WRONG)
  await expect.element(mot).toHaveAccessibleDescription(WRONG)
  await expect.element(mot).toHaveValue('Motdepasse1!')
  server.give(begun)
  await key('Enter')
  await expect.element(qr).toBeVisible()
  await expect.element(dialog).toHaveTextContent('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
  await expect.element(field(/^Code à six chiffres/)).toHaveFocus()
  server.give(atField(secondFacteurEndpoints.confirm, 'code', BAD))
  await type('123456')
  await key('Enter')
  await expect.element(field(/^Code à six chiffres/)).toHaveAccessibleDescription(BAD)
  await expect.element(field(/^Code à six chiffres/)).toHaveValue('123456')
  server.give(confirmed, actif(10))
  await key('Enter')
  await said('Code à la connexion activé.')
  const list = dialog.getByRole('list', { name: 'Codes de secours' })
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(CODES)
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => {})
  await press('Imprimer', dialog)
  expect(print).toHaveBeenCalledTimes(1)
  print.mockRestore()
  await key('Escape')
  await expect.element(list).toBeVisible()
  await press('Je les ai notés', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel).toHaveTextContent('10 codes de secours')
  expect(server.changes().map(({ path, body }) => [path, body])).toEqual([
    ...Array.from({ length: 2 }, () => ['/api/profile/second-facteur', { mot_de_passe: 'Motdepasse1!' }]),
    ...Array.from({ length: 2 }, () => ['/api/profile/second-facteur/confirmer', { code: '123456' }]),
  ])
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/Motdepasse|JBSW|4F7K/)
})

// spec: IN-34
test('active: few codes warn; new ones and « Retirer » ask password and code; a lost answer is asked for again', async () => {
  const server = await open([actif(1), lost(secondFacteurEndpoints.renewCodes)])
  await expect.element(panel).toHaveTextContent('1 code de secours : demandez-en de nouveaux.')
  const fillIn = async () => {
    await mot.fill('Motdepasse1!')
    await field(/^Code à six chiffres ou code de secours/).fill('4F7K-92QX')
  }
  await press('Nouveaux codes', panel)
  await fillIn()
  await key('Enter')
  await expect.element(alerte).toHaveTextContent('Erreur lors de la création des codes de secours.')
  server.give(answer(secondFacteurEndpoints.renewCodes, { codes: CODES }), actif(10))
  await key('Enter')
  await said('Les anciens codes ne servent plus.')
  await press('Je les ai notés', dialog)
  await expect.element(panel).toHaveTextContent('10 codes de secours')
  const [first, second] = server.changes()
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(second?.key).toBe(first?.key)

  server.give(atField(secondFacteurEndpoints.remove, 'code', BAD))
  await press('Retirer', panel)
  await fillIn()
  await key('Enter')
  await expect.element(field(/^Code à six chiffres/)).toHaveAccessibleDescription(BAD)
  server.give(
    answer(secondFacteurEndpoints.remove, { message: 'Code à la connexion retiré.' }),
    profil({ actif: false, codes_restants: 0 }),
  )
  await key('Enter')
  await said('Code à la connexion retiré.')
  await expect.element(panel.getByRole('button', { name: 'Activer' })).toBeVisible()
})

// spec: IN-34
test('« Se déconnecter partout » leads to the sign-in, which says so; refused, the session stays', async () => {
  const server = await open([refuse(profilEndpoints.closeConnexions, 500)])
  await press('Se déconnecter partout')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Erreur lors de la déconnexion.')
  expect(location.pathname).toBe('/profile')
  server.give(
    answer(profilEndpoints.closeConnexions, { message: 'Vous êtes déconnecté partout.' }),
    refuse(accesEndpoints.user, 401),
  )
  await press('Se déconnecter partout')
  await said('Vous êtes déconnecté partout.')
  expect(location.pathname).toBe('/login')
})

const input = (name: string) => page.getByCss(`input[name="${name}"]`)
const CODE = 'Donnez le code de votre application.'
const { email } = membre()

// spec: IN-34
test('the sign-in asks for a code where there is one: the field comes with the focus, what is typed stays', async () => {
  const server = await renderScreen('/login', {
    answers: [refuse(accesEndpoints.user, 401), atField(accesEndpoints.login, 'code', CODE)],
    others: 503,
  })
  await expect.element(input('email')).toBeVisible()
  await expect.element(input('code')).not.toBeInTheDocument()
  await said('Mot de passe oublié ? Demandez à la direction.')
  await input('email').fill(email)
  await input('password').fill('Motdepasse1!')
  await key('Enter')
  await expect.element(input('code')).toHaveFocus()
  await expect.element(input('code')).toHaveAccessibleName(/^Code à six chiffres ou code de secours/)
  await expect.element(input('code')).toHaveAccessibleDescription(CODE)
  // To be asked is no fault.
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(input('code')).not.toHaveAttribute('aria-invalid', 'true')
  await key('Enter')
  await expect.element(input('code')).toHaveAttribute('aria-invalid', 'true')
  await type('000000')
  server.give(atField(accesEndpoints.login, 'code', BAD))
  await key('Enter')
  await expect.element(page.getByRole('alert')).toHaveTextContent(BAD)
  await expect.element(input('code')).toHaveFocus()
  for (const [name, value] of [
    ['email', email],
    ['password', 'Motdepasse1!'],
    ['code', '000000'],
  ] as const)
    await expect.element(input(name)).toHaveValue(value)
  // Another account may have none.
  await input('email').fill('autre@diyar.dz')
  await expect.element(input('code')).not.toBeInTheDocument()
  await input('email').fill(email)
  server.give(atField(accesEndpoints.login, 'code', CODE))
  await press('Se connecter')
  await expect.element(input('code')).toHaveFocus()
  await type('4f7k-92qx')
  server.give(
    answer(accesEndpoints.login, {
      user: membre(),
      compte: 'c',
      suite: 'mot_de_passe',
      message: 'Connecté.',
    }),
    answer(accesEndpoints.user, { ...membre(), compte: 'c', suite: 'mot_de_passe' }),
  )
  await key('Enter')
  await expect.poll(() => location.pathname).toBe('/premiere-connexion')
  expect(server.changes().map(({ body }) => body)).toEqual([
    { email, password: 'Motdepasse1!' },
    { email, password: 'Motdepasse1!', code: '000000' },
    { email, password: 'Motdepasse1!' },
    { email, password: 'Motdepasse1!', code: '4f7k-92qx' },
  ])
})

// spec: IN-34
test('an expired provisional password is told in its own sentence', async () => {
  const sentence = 'Ce mot de passe provisoire a expiré. Demandez-en un autre à la direction.'
  await renderScreen('/login', {
    answers: [refuse(accesEndpoints.user, 401), refuse(accesEndpoints.login, 403, { message: sentence })],
  })
  await input('email').fill(email)
  await input('password').fill('K7PM-2XQF-9TLA')
  await key('Enter')
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(input('password')).toHaveValue('K7PM-2XQF-9TLA')
})

// spec: IN-34
test.each([true, false])(
  'dark %s: each step is whole and accessible on a desk, a phone and at twice the size',
  async (dark) => {
    await expectWholeAndAccessible(async () => {
      await open([begun, confirmed], dark)
      await press('Activer', panel)
      await mot.fill('Motdepasse1!')
      await key('Enter')
      await expect.element(qr).toBeVisible()
    })
    await expectWholeAndAccessible(async () => {
      await open([begun, confirmed, actif(9)], dark)
      await expect.element(panel).toHaveTextContent('9 codes de secours')
      await press('Nouveaux codes', panel)
      await expect.element(mot).toHaveFocus()
    })
    await expectWholeAndAccessible(async () => {
      await renderScreen('/login', {
        dark,
        answers: [refuse(accesEndpoints.user, 401), atField(accesEndpoints.login, 'code', CODE)],
      })
      await input('email').fill(email)
      await input('password').fill('Motdepasse1!')
      await key('Enter')
      await expect.element(input('code')).toHaveFocus()
    })
  },
)
