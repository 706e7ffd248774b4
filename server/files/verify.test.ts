import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskStore } from '#server/files/disk.ts'
import { nameFiles, verifyPlans } from '#server/files/verify.ts'
import { formatJourCourt, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildAppartement, buildClient, idOf, pay, sell } from '#test/harness/builders.ts'
import { residences } from '#test/harness/classeur-envoye.ts'
import { unPng } from '#test/harness/images.ts'
import { checked } from '#test/harness/imports.ts'
import { addPlan, PDF } from '#test/harness/plans.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

// spec: RE-57
it('names each file that is lost by what it is for', async () => {
  const ok = (answer: { statusCode: number; body: string }) => {
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
  }
  await addPlan(t.db, diskStore(t.files), PDF)
  const promoteur = {
    nom: 'SARL Bâtir',
    email: 'contact@batir.dz',
    telephone: '021 55 66 77',
    adresse: 'Alger',
  }
  const id = idOf(await karim.post('/api/promoteurs', promoteur))
  const logo = { part: 'logo', name: 'logo.png', type: 'image/png', content: unPng() }
  ok(await karim.form(`/api/promoteurs/${id}/logo`, { _method: 'PUT' }, logo))
  const client = await buildClient(t.db, { nom_complet: 'Amina Haddad' })
  const vente = await sell(t.db, await buildAppartement(t.db), client.id)
  const paiement = await pay(t.db, vente, 1_000)
  const proof = { part: 'justificatif', name: 'bordereau.pdf', content: PDF }
  ok(await karim.form(`/api/paiements/${paiement}/justificatif`, { _method: 'PUT' }, proof))
  const piece = { part: 'fichier', name: 'carte.pdf', content: PDF }
  ok(await karim.form('/api/pieces', { client_id: String(client.id), type: 'piece-identite' }, piece))
  await checked(karim, await residences('El Yasmine'))
  const store = diskStore(t.files)
  expect(await verifyPlans(t.db, store, true)).toMatchObject({
    faults: [],
    notes: expect.arrayContaining([
      "1 logo sur 1 est là, à l'octet près.",
      "1 classeur d'import sur 1 est là, à l'octet près.",
    ]) as string[],
  })

  await rm(join(t.files, 'plans'), { recursive: true })
  const ids = new Map(
    (await t.db.selectFrom('fichiers').select(['id', 'nom']).execute()).map((file) => [file.nom, file.id]),
  )
  const { faults, notes } = await verifyPlans(t.db, store, false)
  expect(faults.toSorted()).toEqual([
    `Classeur d'import perdu : ${ids.get('portefeuille.xlsx')} (« portefeuille.xlsx », envoyé le ${formatJourCourt(aujourdhui())})`,
    expect.stringMatching(`^Justificatif perdu : ${ids.get('bordereau.pdf')} \\(« bordereau.pdf », reçu `),
    `Logo perdu : ${ids.get('logo.png')} (« logo.png », promoteur)`,
    `Pièce perdue : ${ids.get('carte.pdf')} (« carte.pdf », client « Amina Haddad »)`,
    expect.stringMatching(`^Plan perdu : ${ids.get('plan.pdf')} \\(« plan.pdf », résidence « `),
  ])
  expect(notes.slice(0, 5)).toEqual([
    '0 plan sur 1 est là.',
    '0 justificatif sur 1 est là.',
    '0 pièce sur 1 est là.',
    '0 logo sur 1 est là.',
    "0 classeur d'import sur 1 est là.",
  ])
  // A backup names the files so.
  expect(await nameFiles(t.db, [ids.get('logo.png') ?? '', 'inconnu'])).toEqual([
    `Logo ${ids.get('logo.png')} (« logo.png », promoteur)`,
    'inconnu',
  ])
})
