import { expect, test, vi } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { aProfil } from '#features/acces/profil.objects.ts'
import { profilEndpoints } from '#features/acces/profil.contract.ts'
import { answer, lost, refuse } from '#test/harness/screens/answers.ts'
import { freeze } from '#test/harness/screens/clock.ts'
import { membre, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { alert, page, press } from '#test/harness/screens/screen.ts'

const amina = {
  name: 'Amina Haddad',
  email: 'amina@diyar.dz',
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
}
const input = (name: string) => page.getByCss(`input[name="${name}"]`)
const fillIn = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await input(name).fill(value)
}
/** Nobody is signed in. */
const NOBODY = refuse(accesEndpoints.user, 401)

// spec: AUTH-07, AUTH-23, SHELL-09
test('sign-in and sign-up lead to each other', async () => {
  await renderScreen('/login', { answers: [NOBODY] })
  // Each screen has a button by the name of the link that leads to it: the address changes before the screen does.
  await page.getByRole('link', { name: 'Créer un compte' }).click()
  await expect.poll(() => location.pathname).toBe('/signup')
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await expect.poll(() => location.pathname).toBe('/login')
})

// spec: AUTH-10, AUTH-26
test('a failure without a sentence of the server shows the fallback, and everything typed stays', async () => {
  const { email, password } = amina
  const signIn = await renderScreen('/login', { answers: [NOBODY, refuse(accesEndpoints.login, 500)] })
  await fillIn({ email, password })
  await press('Se connecter')
  await expect.element(alert).toHaveTextContent("Une erreur s'est produite.")
  await expect.element(input('email')).toHaveValue(email)
  await expect.element(input('password')).toHaveValue(password)
  expect(signIn.changes().map(({ body }) => body)).toEqual([{ email, password }])

  const signUp = await renderScreen('/signup', {
    answers: [NOBODY, lost(accesEndpoints.register)],
  })
  await fillIn(amina)
  await press('Créer un compte')
  await expect.element(alert).toHaveTextContent("Une erreur s'est produite.")
  for (const [name, value] of Object.entries(amina)) await expect.element(input(name)).toHaveValue(value)
  expect(signUp.changes().map(({ body }) => body)).toEqual([amina])
})

// spec: AUTH-25, AUTH-28, AUTH-29, AUTH-30, AUTH-45
test('differing or weak passwords are said, not stopped: the server decides', async () => {
  const server = await renderScreen('/signup', { answers: [NOBODY] })
  const mismatch = page.getByText('Les mots de passe ne correspondent pas', { exact: true })
  await fillIn({ ...amina, password: 'a', password_confirmation: '' })
  await expect.element(mismatch).not.toBeInTheDocument()
  await fillIn({ password_confirmation: 'b' })
  await expect.element(mismatch).toBeVisible()
  const short = 'Le mot de passe doit contenir au moins 8 caractères.'
  server.give(refuse(accesEndpoints.register, 422, { message: short, errors: { password: [short] } }))
  await press('Créer un compte')
  await expect.element(alert).toHaveTextContent(short)
  const taken = 'Cette adresse email est déjà utilisée.'
  server.give(refuse(accesEndpoints.register, 422, { message: taken, errors: { email: [taken] } }))
  await fillIn(amina)
  await expect.element(mismatch).not.toBeInTheDocument()
  await press('Créer un compte')
  await expect.element(alert).toHaveTextContent(taken)
  expect(server.changes().map(({ body }) => body)).toEqual([
    { ...amina, password: 'a', password_confirmation: 'b' },
    amina,
  ])
})

/** Signs `amina` up and comes to the page that waits. */
async function signUpAs(statut: 'activé' | 'désactivé') {
  const server = await renderScreen('/signup', { answers: [NOBODY], others: 503 })
  const user = { id: 1, name: amina.name, email: amina.email, statut }
  server.give(answer(accesEndpoints.register, { user, message: 'Compte créé.' }))
  await fillIn(amina)
  await press('Créer un compte')
  await expect.element(page.getByText("Statut de la demande: En attente d'activation")).toBeVisible()
  await expect.element(page.getByText("Vérification par l'administrateur")).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  const kept = [...Object.values(localStorage), ...Object.values(sessionStorage), history.state]
  expect(JSON.stringify(kept)).not.toContain(amina.password)
  return server
}
const first = page.getByText('Vous êtes le premier : votre compte est actif.')
const enter = page.getByRole('button', { name: 'Entrer dans Diyar' })

// spec: IN-27
test('the first account enters by what it was made with, which no storage keeps', async () => {
  const server = await signUpAs('activé')
  expect(server.changes()).toHaveLength(1)
  await expect.element(first).toBeVisible()
  const refused = "Une erreur s'est produite."
  server.give(refuse(accesEndpoints.login, 500))
  await enter.click()
  await expect.element(alert).toHaveTextContent(refused)
  const { email, password } = amina
  server.give(
    answer(accesEndpoints.login, { user: membre(), compte: 'c', suite: null, message: 'Connexion réussie.' }),
    answer(accesEndpoints.user, { ...membre(), compte: 'c', suite: null }),
  )
  await enter.click()
  await expect.poll(() => location.pathname).toBe('/dashboard')
  expect(server.changes().map(({ body }) => body)).toEqual([amina, { email, password }, { email, password }])
})

// spec: IN-27
test('the second account waits, and the page read again knows of no first one', async () => {
  await signUpAs('désactivé')
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(enter).not.toBeInTheDocument()
  await signUpAs('activé')
  await expect.element(enter).toBeVisible()
  await renderScreen('/inactive', { answers: [NOBODY], again: true })
  await expect.element(page.getByText(amina.email)).toBeVisible()
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(enter).not.toBeInTheDocument()
})

/** Returns the name that a reader gives the colour "rgb(r, g, b)". */
function nameOf(rgb: string): string {
  const [r = 0, g = 0, b = 0] = (rgb.match(/\d+/g) ?? []).map(Number)
  if (r > 1.5 * b && g > 1.5 * b && g > 0.6 * r) return 'yellow'
  if (r > 1.2 * g) return 'red'
  return g > r && g > b ? 'green' : rgb
}

// spec: AUTH-20, AUTH-31..AUTH-44
test('the strength meter counts five points', async () => {
  await renderScreen('/signup', { answers: [NOBODY] })
  const meter = page.getByRole('meter', { name: 'Force du mot de passe' })
  for (const [password, score, label, colour] of [
    // Letters of a script that knows neither upper nor lower case.
    ['سر', 0, 'Très faible', 'red'],
    ['a', 1, 'Très faible', 'red'],
    ['A', 1, 'Très faible', 'red'],
    ['1', 1, 'Très faible', 'red'],
    ['!', 1, 'Très faible', 'red'],
    ['aaaaaaa', 1, 'Très faible', 'red'],
    ['aaaaaaaa', 2, 'Faible', 'red'],
    ['aA', 2, 'Faible', 'red'],
    ['a1', 2, 'Faible', 'red'],
    ['a!', 2, 'Faible', 'red'],
    ['aA1', 3, 'Moyen', 'yellow'],
    ['aA1!', 4, 'Fort', 'green'],
    ['aA1!aaaa', 5, 'Très fort', 'green'],
  ] as const) {
    await fillIn({ password })
    await expect.element(meter).toHaveAttribute('aria-valuenow', String(score))
    await expect.element(page.getByText(label, { exact: true })).toBeVisible()
    const fill = meter.getByCss('div').element()
    const part = () => fill.getBoundingClientRect().width / meter.element().getBoundingClientRect().width
    await expect.poll(() => Math.round(part() * 100)).toBe(score * 20)
    expect([password, nameOf(getComputedStyle(fill).backgroundColor)]).toEqual([password, colour])
  }
})

// spec: AUTH-50
test('the progress fills one percent every 50 ms up to 100 and stops there', async () => {
  await renderScreen('/inactive', { answers: [NOBODY] })
  freeze()
  const shown = () => page.getByRole('progressbar').query()?.getAttribute('aria-valuenow')
  // The page comes in parts, some of which wait for a timer.
  while (shown() !== '0') {
    vi.advanceTimersByTime(1)
    await turn()
  }
  // One step of the clock at a time: the screen sets the next timer when it has drawn the step before.
  for (let percent = 1; percent <= 100; percent++) {
    await turns()
    vi.advanceTimersByTime(49)
    await turns()
    expect(shown()).toBe(String(percent - 1))
    vi.advanceTimersByTime(1)
    while (shown() !== String(percent)) await turn()
  }
  vi.advanceTimersByTime(5000)
  await turns()
  expect(shown()).toBe('100')
})

/** Lets the page do what it has to do now, whatever its timers wait for. */
const turn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', resolve)
    port1.start()
    port2.postMessage(null)
  })
const turns = async () => {
  for (let n = 0; n < 5; n++) await turn()
}

const { name, email, statut, role } = membre()
const karim = aProfil({ name, email, statut, role })

// spec: AUTH-63
test('a session that ended meanwhile: the next call leads to Login', async () => {
  const server = await renderScreen('/profile', {
    answers: [
      answer(profilEndpoints.read, { ...karim, data: karim }),
      answer(profilEndpoints.connexions, { data: [] }),
    ],
  })
  await expect.element(page.getByRole('button', { name: 'Sauvegarder' })).toBeEnabled()
  server.give(refuse(profilEndpoints.update, 401), NOBODY)
  await press('Sauvegarder')
  await expect.poll(() => location.pathname).toBe('/login')
})
