import { expect, test } from 'vitest'
import { PAGES_D_AIDE } from '#shared/aide.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { aTableauDeBord } from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import type { Role } from '#shared/droits.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { main, page, press } from '#test/harness/screens/screen.ts'

const GUIDE = import.meta.glob('/docs/guide/*.md')
const dit = page.getByRole('status').filter({ hasText: 'Vous êtes' })
const open = (role: Role, again = false) =>
  renderScreen('/dashboard', {
    role,
    again,
    answers: [answer(tableauDeBordEndpoints.read, aTableauDeBord())],
    others: 500,
  })
const tableau = page.getByRole('region', { name: 'À traiter' })

// spec: IN-25
test.each([
  ['caisse', 'Vous êtes Caisse. Commencez par « Encaisser et corriger ».', 'encaisser-et-corriger'],
  ['commercial', 'Vous êtes Commercial. Commencez par « Vendre un bien ».', 'vendre-un-bien'],
  ['comptable', 'Vous êtes Comptable. Commencez par « La fin du mois ».', 'fin-du-mois'],
  ['lecture', 'Vous êtes Lecture. Commencez par « Avant de commencer ».', 'avant-de-commencer'],
] as const)(
  '%s is told once a browser where to begin, by a page that exists',
  async (role, sentence, slug) => {
    const server = await open(role)
    await expect.element(dit).toHaveTextContent(sentence)
    await expect.element(dit.getByRole('link', { name: 'Lire' })).toHaveAttribute('href', `/aide/${slug}`)
    await expect.element(dit.getByRole('link', { name: 'Lire' })).toHaveAttribute('target', '_blank')
    expect(Object.keys(GUIDE)).toContain(`/docs/guide/${slug}.md`)
    expect(sentence).toContain(PAGES_D_AIDE[slug])
    await page.viewport(390, 844)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
    await page.viewport(1280, 800)
    await press('Fermer', dit)
    await expect.element(dit).not.toBeInTheDocument()
    await expect.element(main).toHaveFocus()
    expect(server.changes()).toEqual([])
    await open(role, true)
    await expect.element(tableau).toBeVisible()
    await expect.element(dit).not.toBeInTheDocument()
  },
)

// spec: IN-25
test('another rôle in the same browser is told its own; the direction nothing', async () => {
  await open('caisse')
  await press('Fermer', dit)
  await open('comptable', true)
  await expect.element(dit).toHaveTextContent('Vous êtes Comptable.')
  await open('direction', true)
  await expect.element(tableau).toBeVisible()
  await expect.element(dit).not.toBeInTheDocument()
})
