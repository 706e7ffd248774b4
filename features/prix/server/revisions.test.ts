import { describe, expect, it } from 'vitest'
import type { RevisionFaite } from '#features/prix/prix.contract.ts'
import { prixDUneResidence } from '#test/harness/prix.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import {
  buildClient,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

const { ici, post, preview, revise, lot, bienOf, changesOf, manyLocaux } = prixDUneResidence()

describe('a revision', () => {
  // spec: PO-16
  it.each([
    [{ valeur: 3 }, 987_654_321, 1_017_283_951],
    [{ valeur: 3, arrondi: 1000 }, 987_654_321, 1_017_300_000],
    [{ valeur: 3, arrondi: '10000' }, 987_654_321, 1_017_000_000],
    [{ valeur: '-2.5' }, 987_654_321, 962_962_963],
    [{ sorte: 'montant', valeur: 1, arrondi: 10_000 }, 1_017_499_900, 1_018_000_000],
    [{ sorte: 'montant', valeur: '0.01', arrondi: 10_000 }, 1_017_499_998, 1_017_000_000],
    [{ valeur: 5, arrondi: 10_000 }, 969_047_619, 1_017_000_000],
    [{ sorte: 'm2', valeur: 150_000 }, 987_654_321, 1_390_500_000],
  ])('%o: the prices are those of the preview', async (operation, prix, nouveau) => {
    const id = await lot('A101', prix)
    const apercu = await preview(operation)
    expect(apercu.lots).toMatchObject([
      { ancien: prix / 100, nouveau: nouveau / 100, ecart: (nouveau - prix) / 100 },
    ])
    const done = await post({ ...operation, empreinte: apercu.empreinte, motif: 'Révision de mars 2026' })
    const { data, message } = done.json as { data: RevisionFaite; message: string }
    expect([done.statusCode, message]).toEqual([201, 'Prix révisés avec succès !'])
    expect(data).toEqual({ id: data.id, nombre: 1, avant: prix / 100, apres: nouveau / 100 })
    expect(await bienOf(id)).toEqual({ prix: nouveau, version: 2 })
    expect(await changesOf(id)).toEqual([{ ancien: prix, nouveau, revision_id: data.id }])
  })

  it('leaves one line in the journal, and one for each lot', async () => {
    const ids = [await lot('A1'), await lot('A2'), await buildLocal(ici.t.db, { bloc_id: ici.bloc_id })]
    const { data } = (await revise({ motif: 'Mars' })).json as { data: RevisionFaite }
    const lines = await ici.t.db
      .selectFrom('journal')
      .select(['membre_nom', 'action', 'objet', 'objet_id', 'avant', 'apres'])
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    const [revision, ...lots] = lines.toReversed()
    expect(revision).toMatchObject({
      membre_nom: 'Karim Benali',
      action: 'reviser',
      objet: 'revision',
      objet_id: data.id,
      apres: {
        criteres: {
          residence_id: ici.residence_id,
          types: ['appartement', 'local'],
          etats: ['libre', 'bloque'],
        },
        operation: { sorte: 'pourcent', valeur: 300, arrondi: 0 },
        motif: 'Mars',
        nombre: 3,
        avant: 2_100_000_000,
        apres: 2_163_000_000,
      },
    })
    const modified = (objet: string, objet_id: number | undefined, ancien: number, nouveau: number) => ({
      membre_nom: 'Karim Benali',
      action: 'modifier',
      objet,
      objet_id,
      avant: { montant: ancien },
      apres: { montant: nouveau, revision: data.id },
    })
    expect(lots).toEqual([
      modified('appartement', ids[0], 1_000_000_000, 1_030_000_000),
      modified('appartement', ids[1], 1_000_000_000, 1_030_000_000),
      modified('local', ids[2], 100_000_000, 103_000_000),
    ])
  })

  // spec: PO-17
  it('leaves what is sold, delivered or held', async () => {
    const client = (await buildClient(ici.t.db)).id
    const [vendu, livre, tenu, libre] = [await lot('V1'), await lot('V2'), await lot('O1'), await lot('A1')]
    await sell(ici.t.db, vendu, client)
    const vente = await sell(ici.t.db, livre, client)
    await ici.t.db
      .updateTable('ventes')
      .set({ contrat_le: '2026-01-12', livraison_le: '2026-02-01' })
      .where('id', '=', vente)
      .execute()
    await buildOption(ici.t.db, tenu)
    expect((await revise()).statusCode).toBe(201)
    for (const id of [vendu, livre, tenu]) {
      expect(await bienOf(id)).toEqual({ prix: 1_000_000_000, version: 1 })
      expect(await changesOf(id)).toEqual([])
    }
    expect((await revise({ etats: ['option'] })).statusCode).toBe(201)
    expect(await bienOf(tenu)).toEqual({ prix: 1_030_000_000, version: 2 })
    expect(await bienOf(libre)).toEqual({ prix: 1_030_000_000, version: 2 })
    expect(await changesOf(vendu)).toEqual([])
  })

  // spec: PO-18
  it.each([
    ['sold', async (id: number) => void (await sell(ici.t.db, id, (await buildClient(ici.t.db)).id))],
    [
      'held',
      async (id: number) => void (await buildOption(ici.t.db, id, { expire_le: addJours(aujourdhui(), 1) })),
    ],
    ['blocked', async (id: number) => void (await ici.karim.put(`/api/biens/${id}/blocage`, { motif: 'x' }))],
    ['deleted', async (id: number) => void (await ici.karim.delete(`/api/appartements/${id}`))],
    ['joined by another', async () => void (await lot('A9'))],
  ])('of a lot that is %s after the preview changes nothing', async (_what, happen) => {
    const [one, other] = [await lot('A1'), await lot('A2')]
    const { empreinte } = await preview()
    await happen(other)
    const before = await fingerprints(ici.t.db)
    const refused = await post({ empreinte })
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      { message: "Les lots ou leurs prix ont changé depuis l'aperçu. Relancez l'aperçu." },
    ])
    expect(await fingerprints(ici.t.db)).toEqual(before)
    expect(await bienOf(one)).toEqual({ prix: 1_000_000_000, version: 1 })
  })

  // spec: PO-18
  it('of another operation than the preview’s, or of the only lot, sold since, changes nothing', async () => {
    const only = await lot('A1')
    const { empreinte } = await preview()
    expect((await post({ empreinte, valeur: 4 })).statusCode).toBe(409)
    await sell(ici.t.db, only, (await buildClient(ici.t.db)).id)
    expect((await post({ empreinte })).statusCode).toBe(409)
    expect(await changesOf(only)).toEqual([])
  })

  // spec: PO-19
  it.each([{}, { sorte: 'm2', valeur: 150_000 }])(
    '%o sent twice without a key is done once',
    async (operation) => {
      const id = await lot('A1')
      const { empreinte } = await preview(operation)
      const answers = await Promise.all([1, 2].map(() => post({ ...operation, empreinte })))
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
      expect(await changesOf(id)).toHaveLength(1)
    },
  )

  it('sent twice with one key is done once, and answered twice', async () => {
    const id = await lot('A1')
    const body = { empreinte: (await preview()).empreinte }
    const key = { 'Idempotency-Key': 'une-revision' }
    const answers = [await post(body, key), await post(body, key)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
    expect(await changesOf(id)).toHaveLength(1)
  })

  it('needs its preview, and a lot', async () => {
    await sell(ici.t.db, await lot('V1'), (await buildClient(ici.t.db)).id)
    const sentence = "Faites d'abord l'aperçu."
    expect((await post({})).json).toEqual({ message: sentence, errors: { empreinte: [sentence] } })
    for (const empreinte of [(await preview()).empreinte, 'inconnue']) {
      const refused = await post({ empreinte })
      const message = 'Aucun lot non vendu ne correspond à ces critères.'
      expect([refused.statusCode, refused.json]).toEqual([422, { message }])
    }
  })

  // spec: RE-22
  it('of lots whose price stays as it is says so, before and when it is asked for; nothing is written', async () => {
    await lot('A1', 1_000_000_000)
    const before = await fingerprints(ici.t.db)
    for (const operation of [
      { sorte: 'pourcent', valeur: 0.01, arrondi: 10_000 },
      { sorte: 'montant', valeur: 10, arrondi: 1000 },
    ]) {
      const apercu = await preview(operation)
      expect(apercu).toMatchObject({ nombre: 0, correspondent: 1 })
      const refused = await post({ ...operation, empreinte: apercu.empreinte })
      expect([refused.statusCode, refused.json]).toEqual([422, { message: 'Aucun prix ne change.' }])
    }
    expect(await fingerprints(ici.t.db)).toEqual(before)
    expect(await preview({ prix_min: 99_000_000 })).toMatchObject({ nombre: 0, correspondent: 0 })
  })

  it('to a price that no field holds is refused with the name of the lot', async () => {
    await lot('A101', 10_000)
    const place = { types: ['place_parking'], sorte: 'montant' }
    const parking_id = (await buildParking(ici.t.db, { residence_id: ici.residence_id })).id
    await buildPlace(ici.t.db, { parking_id, numero_place: 12, prix: 9_999_999_999_999 })
    const before = await fingerprints(ici.t.db)
    const of = async (body: object) => (await post({ essai: true, ...body })).json
    const sentence = (duBien: string) => {
      const texte = `Le nouveau prix ${duBien} serait négatif ou trop grand.`
      return { message: texte, errors: { valeur: [texte] } }
    }
    expect(await of({ sorte: 'montant', valeur: -100.01 })).toEqual(sentence("de l'appartement A101"))
    expect(await of({ ...place, valeur: 1 })).toEqual(sentence('de la place 12'))
    expect(await fingerprints(ici.t.db)).toEqual(before)
  })

  it('of more than 5 000 lots is refused', async () => {
    await manyLocaux(5_001)
    const refused = await post({ essai: true })
    const { message } = refused.json as { message: string }
    expect([refused.statusCode, message.replace(/\u202F/g, ' ')]).toEqual([
      422,
      '5 001 lots : 5 000 au plus à la fois. Précisez les critères.',
    ])
    expect((await preview({ prix_max: 50 })).nombre).toBe(5_000)
    expect((await revise({ prix_max: 50 })).statusCode).toBe(201)
  })
})
