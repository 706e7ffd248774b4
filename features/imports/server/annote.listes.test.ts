import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportLu } from '#features/imports/imports.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildResidence, idOf } from '#test/harness/builders.ts'
import { afterwards, saidOf, send } from '#test/harness/imports.ts'
import { listes } from '#test/harness/listes.ts'
import { SOUS_DES_GROUPES } from '#test/harness/listes.metier.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildResidence(t.db, { nom: 'El Wouroud' })
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

async function sent(classeur: Buffer): Promise<ImportLu> {
  const id = idOf(await send(karim, classeur))
  await afterwards(karim, id, 'lecture')
  return (await karim.get(`/api/imports/${id}`)).json as ImportLu
}
const annote = async (id: number) => (await karim.get(`/api/imports/${id}/annote`)).rawPayload
const champs = ({ correspondance }: ImportLu) =>
  correspondance?.feuilles.map(({ entete, colonnes }) => [entete, colonnes.map(({ champ }) => champ)])

// spec: IN-03, IN-05
it('a list under merged groups whose lots are nowhere says so first, and is annotated and read again as it was sent', async () => {
  const demandee = await sent(await listes(SOUS_DES_GROUPES))
  expect(demandee.statut).toBe('correspondance')
  const { feuilles = [] } = demandee.correspondance ?? {}
  const reponse = await karim.post(`/api/imports/${demandee.id}/correspondance`, {
    feuilles: feuilles.map(({ nom, lire, residence_id, arretee_au, unite, colonnes }) => ({
      nom,
      lire,
      residence_id,
      arretee_au,
      unite,
      colonnes: colonnes.map(({ lettre, champ }) => ({ lettre, champ })),
    })),
  })
  expect(reponse.statusCode).toBe(200)
  await afterwards(karim, demandee.id, 'lecture')
  const lu = (await karim.get(`/api/imports/${demandee.id}`)).json as ImportLu
  expect(lu).toMatchObject({
    statut: 'refuse',
    motif: "3 lots ne sont pas dans Diyar : générez d'abord ceux de la résidence.",
  })
  const dits = await saidOf(karim, lu.id)
  expect(dits.length).toBeGreaterThan(2)
  let avant = lu
  for (let fois = 1; fois <= 2; fois++) {
    const classeur = await annote(avant.id)
    const { sheets } = await readXlsx(classeur)
    const titres = sheets.find(({ name }) => name === 'LPP')?.rows[4] ?? []
    expect(titres.slice(0, 3)).toEqual(['Nom', 'Prénom', 'NIN'])
    expect(titres.filter((titre) => titre === 'Messages de Diyar')).toHaveLength(1)
    const encore = await sent(classeur)
    expect([encore.statut, encore.motif, champs(encore)]).toEqual(['refuse', lu.motif, champs(lu)])
    expect(await saidOf(karim, encore.id)).toEqual(dits)
    avant = encore
  }
  expect(await t.db.selectFrom('clients').select('id').execute()).toEqual([])
})
