import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  avancer,
  blocDe,
  etablir,
  garantir,
  lire,
  nu,
  vendre,
} from '#features/papiers/server/documents.essais.ts'
import type { Document, Papiers } from '#features/papiers/papiers.contract.ts'
import { aujourdhui } from '#shared/dates.ts'
import { ROLES } from '#shared/droits.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc } from '#test/harness/builders.ts'

let t: TestApp
let karim: Visitor
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  vente = await vendre(t)
})
afterAll(() => t.close())

const TYPE = { type: 'attestation_avancement' }
const demander = (bloc: number, demande: object = TYPE, qui = karim) =>
  qui.post(`/api/blocs/${bloc}/documents`, demande)
const said = ({ statusCode, json }: Answer) => [statusCode, json]
const papiers = async (chemin: string) => (await karim.get(`/api/${chemin}`)).json as Papiers
/** Returns the rows of the tables that a paper touches. */
const ecrits = async () => ({
  documents: await t.db.selectFrom('documents').selectAll().orderBy('id').execute(),
  numeros: await t.db.selectFrom('numeros').selectAll().orderBy('serie').execute(),
  journal: (await t.db.selectFrom('journal').select('id').execute()).length,
})
const SANS_STADE = "Aucun stade n'est atteint pour ce bloc."

// spec: PA-29
describe('an attestation of the progress of works', () => {
  it('waits for a first stade, and is then issued, listed on its bloc alone', async () => {
    const bloc = await blocDe(t.db, vente)
    const avant = await ecrits()
    expect(said(await demander(bloc))).toEqual([409, { message: SANS_STADE }])
    expect(said(await karim.get(`/api/blocs/${bloc}/documents/apercu?type=attestation_avancement`))).toEqual([
      409,
      { message: SANS_STADE },
    ])
    expect(await ecrits()).toEqual(avant)
    expect((await papiers(`blocs/${bloc}/documents`)).possibles).toMatchObject([
      { ...TYPE, empeche: SANS_STADE },
    ])
    await avancer(t, vente)
    const { statusCode, json } = await demander(bloc, { ...TYPE, destinataire: 'CNEP-Banque' })
    expect(statusCode).toBe(201)
    const { id, code, numero, message, ...document } = json as Document & { message: string }
    expect(message).toBe('Document établi avec succès !')
    expect(document).toEqual({
      vente_id: null,
      bloc_id: bloc,
      type: 'attestation_avancement',
      libelle: "Attestation d'avancement des travaux",
      variante: null,
      langue: 'fr',
      etabli_le: aujourdhui(),
      montant: null,
      etat: 'valide',
      motif: null,
      etabli_par: 'Karim Benali',
      imprime_le: null,
    })
    expect(numero).toMatch(/^\d{4}-AV-\d{4}$/)
    const liste = await papiers(`blocs/${bloc}/documents`)
    expect(liste.data).toEqual([{ id, code, numero, ...document }])
    expect(liste.possibles).toMatchObject([{ empeche: null }])
    expect((await papiers(`ventes/${vente}/documents`)).data).toEqual([])
    const { text, nom } = await lire(karim, `/api/documents/${id}/pdf`)
    expect(nom).toContain(`${numero}.pdf`)
    for (const dit of ['Fondations achevées', '01/02/2026', 'Non atteint', 'CNEP-Banque', "bureau d'études"])
      expect(nu(text)).toContain(dit)
  })

  it('that names a sale is listed on both, and says whose it is', async () => {
    const bloc = await avancer(t, vente)
    const { statusCode, json } = await demander(bloc, { ...TYPE, langue: 'ar', vente_id: vente })
    expect(statusCode).toBe(201)
    const { id, numero } = json as Document
    for (const chemin of [`blocs/${bloc}/documents`, `ventes/${vente}/documents`])
      expect((await papiers(chemin)).data).toMatchObject([{ id, numero, vente_id: vente, bloc_id: bloc }])
    const { json: lu } = await karim.get(`/api/journal?objet=document&objet_id=${id}`)
    expect(lu).toMatchObject({ data: [{ action: 'etablir', lien: '/bloc' }] })
  })

  it('says in the journal which bloc it is of', async () => {
    const bloc = await avancer(t, vente)
    const { nomloc, nom } = await t.db
      .selectFrom('blocs as b')
      .innerJoin('residences as r', 'r.id', 'b.residence_id')
      .select(['b.nomloc', 'r.nom'])
      .where('b.id', '=', bloc)
      .executeTakeFirstOrThrow()
    const { id } = (await demander(bloc)).json as Document
    await karim.post(`/api/documents/${id}/annuler`, { motif: 'Bloc mal choisi' })
    const { json } = await karim.get(`/api/journal?objet=document&objet_id=${id}`)
    const [annule, etabli] = (json as { data: { changements: unknown[] }[] }).data
    expect(etabli?.changements).toEqual(
      expect.arrayContaining([
        { champ: 'Bloc', avant: null, apres: nomloc },
        { champ: 'Résidence', avant: null, apres: nom },
      ]),
    )
    expect(annule?.changements).toEqual([{ champ: 'Motif', avant: 'Aucun', apres: 'Bloc mal choisi' }])
  })

  it('takes no sale of another bloc, none that has ended, none that is unknown', async () => {
    const bloc = await avancer(t, vente)
    const autre = await vendre(t)
    const fermee = await vendre(t)
    await sql`update appartements set num_lot = 'A-13', etage_id = (select a.etage_id from appartements a join ventes v on v.bien_id = a.id where v.id = ${vente})
      where id = (select bien_id from ventes where id = ${fermee})`.execute(t.db)
    await karim.post(`/api/ventes/${fermee}/desistement`, {
      demande_le: aujourdhui(),
      origine: 'client',
      motif: 'Crédit refusé',
    })
    expect(await blocDe(t.db, fermee)).toBe(bloc)
    const message = "Ce dossier n'est pas dans ce bloc."
    const avant = await ecrits()
    for (const vente_id of [autre, fermee, 999_999_999, 'x']) {
      expect(said(await demander(bloc, { ...TYPE, vente_id }))).toEqual([
        422,
        { message, errors: { vente_id: [message] } },
      ])
      expect(
        said(
          await karim.get(
            `/api/blocs/${bloc}/documents/apercu?type=attestation_avancement&vente_id=${vente_id}`,
          ),
        ),
      ).toEqual([422, { message, errors: { vente_id: [message] } }])
    }
    for (const type of ['', 'decompte', undefined])
      expect((await demander(bloc, { type })).json).toMatchObject({
        errors: { type: ['Veuillez choisir un document.'] },
      })
    expect((await demander(999_999_999)).statusCode).toBe(404)
    expect((await karim.get('/api/blocs/999999999/documents')).statusCode).toBe(404)
    expect(await ecrits()).toEqual(avant)
  })

  it('has a number without gap beside attestations of réservation, also when eight ask at once', async () => {
    await garantir(t, vente, null)
    const bloc = await avancer(t, vente)
    const dernier = async (serie: string) =>
      (await t.db.selectFrom('numeros').select('dernier').where('serie', '=', serie).executeTakeFirst())
        ?.dernier ?? 0
    const [av, ar] = [await dernier('AV'), await dernier('AR')]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0
          ? demander(bloc, { ...TYPE, vente_id: vente })
          : karim.post(`/api/ventes/${vente}/documents`, { type: 'attestation_reservation' }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 201))
    const numeros = answers.map(({ json }) => (json as Document).numero).toSorted()
    const suite = (serie: string, de: number) =>
      [1, 2, 3, 4].map((n) => `${aujourdhui().slice(0, 4)}-${serie}-${String(de + n).padStart(4, '0')}`)
    expect(numeros).toEqual([...suite('AR', ar), ...suite('AV', av)])
  })

  it('keeps its bloc and its résidence from being deleted', async () => {
    const { id, residence_id } = await buildBloc(t.db)
    const stade = await t.db.selectFrom('stades').select('id').orderBy('rang').executeTakeFirstOrThrow()
    const atteint = { stade_id: stade.id, atteint_le: '2026-02-01', note_par: 'Karim Benali' }
    await t.db
      .insertInto('stades_atteints')
      .values({ bloc_id: id, ...atteint })
      .execute()
    expect((await demander(id)).statusCode).toBe(201)
    const refus = async (chemin: string, quoi: string, combien: string) => {
      const avant = await ecrits()
      expect(said(await karim.delete(chemin))).toEqual([
        409,
        { message: `Impossible de supprimer ${quoi} : ${combien}.` },
      ])
      expect(await ecrits()).toEqual(avant)
    }
    await refus(`/api/blocs/${id}`, 'ce bloc', '1 document y est rattaché')
    await demander(id)
    await refus(`/api/blocs/${id}`, 'ce bloc', '2 documents y sont rattachés')
    await refus(`/api/residences/${residence_id}`, 'cette résidence', '2 documents y sont rattachés')
  })
})

// spec: PA-30
it('a code of each new paper is answered by the eight keys, and no other', async () => {
  await garantir(t, vente, null)
  const bloc = await avancer(t, vente)
  const verifier = async ({ code }: Document) => (await karim.get(`/api/verifier?code=${code}`)).json
  const nommer = (nomloc: string) =>
    t.db.updateTable('blocs').set({ nomloc }).where('id', '=', bloc).execute()
  const { residence_id } = await t.db
    .updateTable('blocs')
    .set({ nomloc: 'Bâtiment A' })
    .where('id', '=', bloc)
    .returning('residence_id')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('residences').set({ nom: 'Les Jardins' }).where('id', '=', residence_id).execute()
  const commun = { date: aujourdhui(), etat: 'valide', promoteur: null }
  const seule = (await demander(bloc)).json as Document
  expect(await verifier(seule)).toEqual({
    ...commun,
    genre: "Attestation d'avancement des travaux",
    numero: seule.numero,
    montant: null,
    bien: 'Bâtiment A, Résidence Les Jardins',
    client: '',
  })
  for (const nom of ['A', 'Bloc A']) {
    await nommer(nom)
    expect(await verifier(seule)).toMatchObject({ bien: 'Bloc A, Résidence Les Jardins' })
  }
  const pour = (await demander(bloc, { ...TYPE, vente_id: vente })).json as Document
  expect(await verifier(pour)).toMatchObject({ bien: 'Appartement A-12', client: 'S. H.', montant: null })
  const reservation = await etablir(karim, vente, { type: 'attestation_reservation' })
  expect(await verifier(reservation)).toEqual({
    ...commun,
    genre: 'Attestation de réservation',
    numero: reservation.numero,
    montant: 4_321_678.9,
    bien: 'Appartement A-12',
    client: 'S. H.',
  })
})

// spec: PA-31
it('a rôle without the droit sees the papers of a bloc, and neither previews nor issues one', async () => {
  const bloc = await avancer(t, vente)
  const PERMIS = { apercu: 200, etabli: 201, ecrit: true }
  for (const role of ROLES) {
    const qui = await t.member(`${role}@bloc.dz`, role)
    const avant = await ecrits()
    expect((await qui.get(`/api/blocs/${bloc}/documents`)).statusCode).toBe(200)
    const apercu = await qui.get(`/api/blocs/${bloc}/documents/apercu?type=attestation_avancement`)
    expect(await ecrits()).toEqual(avant)
    const etabli = await demander(bloc, TYPE, qui)
    expect([
      role,
      {
        apercu: apercu.statusCode,
        etabli: etabli.statusCode,
        ecrit: JSON.stringify(await ecrits()) !== JSON.stringify(avant),
      },
    ]).toEqual([role, role === 'lecture' ? { apercu: 403, etabli: 403, ecrit: false } : PERMIS])
  }
  const apercu = await karim.get(`/api/blocs/${bloc}/documents/apercu?type=attestation_avancement`)
  expect(String(apercu.headers['content-disposition'])).toContain(`projet_attestation_avancement_${bloc}.pdf`)
})
