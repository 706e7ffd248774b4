import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportLu } from '#features/imports/imports.contract.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { idOf } from '#test/harness/builders.ts'
import { afterwards, saidOf, send, written } from '#test/harness/imports.ts'
import { corrige, EL_BAHDJA, listes, PATRIMOINE_EL_BAHDJA } from '#test/harness/listes.ts'
import { buildPatrimoine } from '#test/harness/moteur-listes.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  await buildPatrimoine(t.db, PATRIMOINE_EL_BAHDJA)
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const read = async (id: number) => (await karim.get(`/api/imports/${id}`)).json as ImportLu
async function sent(classeur: Buffer, fields?: Record<string, string>): Promise<ImportLu> {
  const id = idOf(await send(karim, classeur, fields))
  await afterwards(karim, id, 'lecture')
  return read(id)
}
const net = (texte: string) => texte.replace(/\s/g, ' ')
const errors = async (id: number) =>
  (await saidOf(karim, id))
    .filter(({ gravite }) => gravite === 'erreur')
    .map(({ feuille, cellule, texte }) => net(`${feuille} ${cellule ?? '–'} : ${texte}`))
const comptes = async () => {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from clients) as clients, (select count(*) from ventes) as ventes,
    (select count(*) from paiements) as paiements, (select count(*) from paiements where mode = 'cheque' and encaisse_le is null and rejete_le is null) as a_remettre,
    (select coalesce(sum(total_paye), 0) from ventes)::bigint as paye,
    (select count(*) from clients where email is not null) as emails`.execute(t.db)
  return rows[0]
}

// spec: IN-01, IN-03, IN-14
it('his own workbook is in after two sendings, and its sales get their échéanciers', async () => {
  const premier = await sent(await listes(EL_BAHDJA({ tel8: 'voir Karim', date9: 'mi-mars' })))
  expect(premier.statut).toBe('correspondance')
  const feuilles = premier.correspondance?.feuilles ?? []
  expect(
    feuilles.flatMap(({ colonnes }) => colonnes.filter(({ sur }) => !sur).map(({ titre }) => titre)),
  ).toEqual(['N°'])
  const reponse = await karim.post(`/api/imports/${premier.id}/correspondance`, {
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
  await afterwards(karim, premier.id, 'lecture')
  const refuse = await read(premier.id)
  expect(refuse).toMatchObject({
    statut: 'refuse',
    motif: null,
    nombre_erreurs: 2,
    ventes_sans_echeancier: 0,
  })
  expect(await errors(premier.id)).toEqual([
    "EL BAHDJA C8 : Le numéro de téléphone n'est pas valide.",
    "EL BAHDJA M9 : Cette date n'est pas lisible. Écrivez JJ/MM/AAAA.",
  ])

  const { rawPayload: annote } = await karim.get(`/api/imports/${premier.id}/annote`)
  const { sheets } = await readXlsx(annote, { readStyles: true })
  expect(sheets.map(({ name }) => name)).toEqual(['Messages de Diyar', 'EL BAHDJA', 'parking'])
  const liste = sheets[1]
  expect(liste?.rows[1]?.[1]).toBe('PROMOTION EL BAHDJA — LISTE DES ACQUEREURS')
  expect([liste?.rows[3]?.[1], liste?.rows[3]?.at(-1)]).toEqual(['NOM ET PRENOM', 'Messages de Diyar'])
  expect(liste?.rows[7]?.at(-1)).toBe("Erreur — Le numéro de téléphone n'est pas valide.")
  const fill = liste?.cells?.get('7,2')?.style?.fill
  expect(fill).toMatchObject({ pattern: 'solid' })

  const inchange = await sent(annote)
  expect([inchange.statut, inchange.feuilles]).toEqual(['refuse', refuse.feuilles])
  expect(await errors(inchange.id)).toEqual(await errors(premier.id))
  expect(await comptes()).toMatchObject({ clients: 0, ventes: 0, paiements: 0 })

  const second = await sent(await corrige(annote, { 'EL BAHDJA': { C8: '0557 88 99 00', M9: '15/03/2026' } }))
  expect(second).toMatchObject({ statut: 'pret', nombre_erreurs: 0, recus_a_numeroter: 11 })
  expect((await written(karim, second.id)).statut).toBe('termine')
  expect(await comptes()).toEqual({
    clients: 9,
    ventes: 10,
    paiements: 11,
    a_remettre: 0,
    paye: 1_825_000_000,
    emails: 0,
  })
  const { rows: recus } = await sql<{
    annee: number
    dernier: number
  }>`select annee, dernier from recus`.execute(t.db)
  expect(recus).toEqual([{ annee: 0, dernier: 11 }])

  expect((await read(second.id)).ventes_sans_echeancier).toBe(10)
  expect((await karim.get(`/api/echeanciers?import_id=${second.id}`)).json).toEqual({
    dossiers: 10,
    places: 2,
    sans_contrat: 10,
  })
  const { data } = (await karim.get('/api/reglages')).json as {
    data: { modeles: { id: number; nom: string }[] }
  }
  const modele = (nom: string) => data.modeles.find((un) => un.nom.startsWith(nom))?.id ?? 0
  const inconnu = await karim.post('/api/echeanciers', {
    modele_id: modele('Vente sur plans'),
    import_id: 999_999,
  })
  expect(inconnu).toMatchObject({
    statusCode: 422,
    json: { errors: { import_id: ["Cette valeur n'est pas valide."] } },
  })
  expect(
    await karim.post('/api/echeanciers', {
      modele_id: modele('Vente sur plans'),
      arrondi: 1,
      import_id: second.id,
    }),
  ).toMatchObject({
    statusCode: 201,
    json: { crees: 8, ignores: 2, restants: 0 },
  })
  const dates = { premier_jour: '2027-01-05', nombre: 10, arrondi: 1 }
  expect(
    await karim.post('/api/echeanciers', {
      modele_id: modele('Mensualités'),
      ...dates,
      import_id: second.id,
    }),
  ).toMatchObject({
    statusCode: 201,
    json: { crees: 2, ignores: 0, restants: 0 },
  })
  expect((await read(second.id)).ventes_sans_echeancier).toBe(0)

  // Housekeeping forgets the records of an act.
  await sql`delete from actes_fiches`.execute(t.db)
  expect(
    await karim.post('/api/echeanciers', { modele_id: modele('Vente sur plans'), import_id: second.id }),
  ).toMatchObject({
    statusCode: 422,
    json: { errors: { import_id: ["Cette valeur n'est pas valide."] } },
  })
})
