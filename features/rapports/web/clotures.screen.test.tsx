import { expect, test } from 'vitest'
import { aCloture, aClotureDuJour, aTotauxDeCaisse } from '#features/rapports/caisse.objects.ts'
import { cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { aTableauDeBord } from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  dialogNamed,
  field,
  fill,
  page,
  plain,
  press,
  said,
  savedFiles,
} from '#test/harness/screens/screen.ts'

const JOUR = '2026-03-12'
const totals = aTotauxDeCaisse({
  especes: 10_000_000,
  timbre: 150_000,
  sorties: 2_000_000,
  attendu: 8_150_000,
})
const caisse = (clotures = [aClotureDuJour()]) =>
  answer(registresEndpoints.listCaisse, {
    ...onePage([]),
    jour: JOUR,
    membres: [{ id: 7, nom: 'Nadia' }],
    totals,
    clotures,
  })
const ADRESSE = `/rapports?rapport=caisse&jour=${JOUR}`
const ouvrir = (address = ADRESSE, role?: 'caisse' | 'lecture', answers: Answer[] = [caisse()]) =>
  renderScreen(address, { answers, now: `${JOUR}T16:00:00Z`, ...(role && { role }) })
const bouton = page.getByRole('button', { name: 'Clôturer la caisse', exact: true })
const compter = dialogNamed('Clôturer la caisse')
const ecart = () => plain(compter.getByText('Écart').element().parentElement?.textContent ?? '')

// spec: CO-33
test('a till is counted: what was expected, the écart with its sign, a note; then it is printed', async () => {
  const server = await ouvrir()
  await press('Clôturer la caisse')
  await expect.element(compter).toHaveTextContent(/Caisse de Karim Benali, jeudi 12 mars 2026/)
  await expect
    .element(compter)
    .toHaveTextContent(
      /Espèces encaissées100.000,00.DADroit de timbre1.500,00.DASorties en espèces20.000,00.DAAttendu81.500,00.DA/,
    )
  expect(ecart()).toBe('Écart—')
  await press('Clôturer', compter)
  await expect.element(compter).toHaveTextContent(/Le montant compté est obligatoire/)
  await fill({ Compté: '81000' })
  await expect.poll(ecart).toBe('Écart-500,00 DA')
  await fill({ Compté: '81750' })
  await expect.poll(ecart).toBe('Écart+250,00 DA')
  server.give(
    refuse(cloturesEndpoints.create, 422, {
      message: "Expliquez l'écart de +250,00 DA.",
      errors: { note: ["Expliquez l'écart de +250,00 DA."] },
    }),
  )
  await press('Clôturer', compter)
  await expect.element(field(/^Note/)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await field(/^Note/).fill('Monnaie rendue')
  server.give(
    answer(cloturesEndpoints.create, { ...aCloture(), message: 'Caisse clôturée : N° 2026-C-0012.' }),
    raw(cloturesEndpoints.pdf, {}),
  )
  await press('Clôturer', compter)
  await said('Caisse clôturée : N° 2026-C-0012.')
  expect(server.calls.filter(({ method }) => method === 'POST').at(-1)?.body).toMatchObject({
    jour: JOUR,
    membre_id: 1,
    trouve: 81_750,
    note: 'Monnaie rendue',
  })
  const files = savedFiles()
  await page.getByRole('button', { name: 'Imprimer', exact: true }).click()
  await expect.poll(() => files).toContain('cloture_2026-C-0012.pdf')
})

// spec: CO-33
test('the till says its closings, what changed since, and what each replaces', async () => {
  await ouvrir(ADRESSE, 'lecture', [
    caisse([
      aClotureDuJour({
        id: 2,
        numero: '2026-C-0013',
        ecart: 25_000,
        remplace: '2026-C-0012',
        depuis: 505_000,
      }),
      aClotureDuJour({ etablie_par: 'Amina', etablie_le: '2026-03-13T08:10:00.000Z', depuis: null }),
    ]),
  ])
  const lignes = page.getByRole('list', { name: 'Clôtures de caisse' }).getByRole('listitem')
  await expect
    .element(lignes.nth(0))
    .toHaveTextContent(/Clôturée à 17:05 par Nadia, N°.2026-C-0013, écart \+250,00.DA/)
  await expect.element(lignes.nth(0)).toHaveTextContent(/Modifiée depuis la clôture.: \+5.050,00.DA\./)
  await expect.element(lignes.nth(0)).toHaveTextContent(/Remplace N°.2026-C-0012/)
  await expect
    .element(lignes.nth(1))
    .toHaveTextContent(
      /Caisse de Nadia clôturée le 13\/03\/2026 à 09:10 par Amina, N°.2026-C-0012, écart -500,00.DA/,
    )
  await expect.element(lignes.nth(1)).not.toHaveTextContent('Modifiée')
  // Who only reads closes nothing; who keeps a till closes his own.
  await expect.element(bouton).not.toBeInTheDocument()
  await ouvrir(`${ADRESSE}&membre=7`, 'caisse')
  await expect.element(lignes.first()).toBeVisible()
  await expect.element(bouton).not.toBeInTheDocument()
  await ouvrir(`${ADRESSE}&membre=7`)
  await press('Clôturer la caisse')
  await expect.element(compter).toHaveTextContent(/Caisse de Nadia,/)
})

// spec: CO-33
test('the dashboard of who keeps a till closes it, that of others does not', async () => {
  const tableau = [answer(tableauDeBordEndpoints.read, aTableauDeBord()), caisse()]
  await ouvrir('/dashboard', undefined, tableau)
  await expect.element(page.getByText('Actions Rapides')).toBeVisible()
  await expect.element(bouton).not.toBeInTheDocument()
  await ouvrir('/dashboard', 'caisse', tableau)
  await press('Clôturer la caisse')
  await expect.element(compter).toHaveTextContent(/Attendu81.500,00.DA/)
})
