import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { etablir, lire, livrer, nu, regler, vendre } from '#features/papiers/server/documents.essais.ts'
import type { Document } from '#features/papiers/papiers.contract.ts'
import { installer } from '#features/papiers/server/papiers.essais.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await installer(t, karim)
})
beforeEach(async () => {
  vente = await vendre(t)
  await livrer(t, vente)
})
afterAll(() => t.close())

async function papier(body: object) {
  const document = await etablir(karim, vente, body)
  return { document, ...(await lire(karim, `/api/documents/${document.id}/pdf`)) }
}

// spec: AD-32
describe('the texts of the settings', () => {
  it('have their variables replaced, and nothing in them is run: D.17', async () => {
    vente = await vendre(t, {}, 10_000)
    const texte =
      'Prix : {prix}, soit {prix_lettres}. { prix } #import "/x.typ": * #sys.inputs.data $x$ *gras* <b> {delai}.'
    await regler(karim, {}, { decompte: { fr: texte, ar: null } })
    const lu = nu((await papier({ type: 'decompte' })).text)
    await regler(karim, {}, { decompte: { fr: null, ar: null } })
    expect(lu).toContain(
      'Prix : 100,00 DA, soit cent dinars algériens. { prix } #import "/x.typ": * #sys.inputs.data $x$ *gras* <b> ....',
    )
  })

  it('a value that looks like a variable is shown as it is', async () => {
    vente = await vendre(t, { nom_complet: '{prix} #eval("1")' })
    expect(nu((await papier({ type: 'decompte' })).text)).toContain('ouvert au nom de {prix} #eval("1") pour')
  })
})

// spec: AD-31
it('is reprinted as it was issued, whatever changed since; the preview is today’s; cancelled, it says so on each page', async () => {
  await pay(t.db, vente, 100)
  const { document, text } = await papier({ type: 'decompte' })
  const chemin = `/api/documents/${document.id}/pdf`
  await t.db
    .updateTable('clients')
    .set({ nom_complet: 'Autre Nom' })
    .where('nom_complet', '=', 'Samira Haddad')
    .execute()
  await t.db.updateTable('promoteurs').set({ nom: 'SPA Nouvelle' }).execute()
  await pay(t.db, vente, 100)
  await regler(karim, { ville: 'Alger' }, { decompte: { fr: 'Autre texte.', ar: null } })
  expect((await lire(karim, chemin)).text).toBe(text)
  const apercu = await lire(karim, `/api/ventes/${vente}/documents/apercu?type=decompte`)
  expect(apercu.nom).toContain(`projet_decompte_${vente}.pdf`)
  for (const dit of ['PROJET', 'Autre Nom', 'SPA Nouvelle', 'Autre texte.', 'Fait à Alger'])
    expect(nu(apercu.text)).toContain(dit)
  for (const tu of ['-DC-', 'Code de vérification', document.numero])
    expect(nu(apercu.text)).not.toContain(tu)
  expect((await lire(karim, `/api/ventes/${vente}/documents/apercu?type=decompte&langue=ar`)).text).toContain(
    'مشروع',
  )
  await karim.post(`/api/documents/${document.id}/annuler`, { motif: 'Erreur' })
  const annule = await lire(karim, chemin)
  for (const page of annule.pages) expect(page).toContain('ANNULÉ')
  expect(nu(annule.text.replaceAll('ANNULÉ', ''))).toContain('Samira Haddad')
})

// spec: AD-30
it('eight at once, one of which cannot be printed, have seven numbers without gap; after a cancellation the next goes on: D.9', async () => {
  const before = (await etablir(karim, vente, { type: 'pv_remise' })).numero
  const autre = await vendre(t, { nom_complet: 'Nadia 👍' })
  await livrer(t, autre)
  const answers = await Promise.all(
    [vente, vente, vente, autre, vente, vente, vente, vente].map((une) =>
      karim.post(`/api/ventes/${une}/documents`, { type: 'pv_remise' }),
    ),
  )
  const made = answers.filter(({ statusCode }) => statusCode === 201).map(({ json }) => json as Document)
  const rang = (numero: string) => Number(numero.slice(-4))
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(1)
  expect(made.map(({ numero }) => rang(numero)).toSorted((a, b) => a - b)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => rang(before) + n),
  )
  await karim.post(`/api/documents/${made[2]?.id}/annuler`, { motif: 'Erreur' })
  expect(rang((await etablir(karim, vente, { type: 'pv_remise' })).numero)).toBe(rang(before) + 8)
})
