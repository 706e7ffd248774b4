import { describe, expect, it } from 'vitest'
import type { ApercuDeRevision } from '#features/prix/prix.contract.ts'
import { prixDUneResidence } from '#test/harness/prix.ts'
import {
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildOption,
  buildParking,
  buildPlace,
  sell,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

const { ici, post, preview, revise, lot, bienOf, manyLocaux } = prixDUneResidence()
const numeros = ({ lots }: ApercuDeRevision) => lots.map(({ numero }) => numero)

describe('the preview', () => {
  // spec: PO-02
  it('writes nothing, and is not kept for a repeat', async () => {
    await lot('A101')
    const before = await fingerprints(ici.t.db)
    const key = { 'Idempotency-Key': 'un-apercu' }
    const first = await post({ essai: true }, key)
    expect(await fingerprints(ici.t.db)).toEqual(before)
    await lot('A102')
    const second = await post({ essai: true, valeur: 4 }, key)
    expect([first, second].map(({ json }) => (json as { data: ApercuDeRevision }).data.nombre)).toEqual([
      1, 2,
    ])
  })

  it('names the lots by where they are, then by number, with old and new price', async () => {
    const haut = (await buildEtage(ici.t.db, { bloc_id: ici.bloc_id, designation: '10e étage', niveau: 10 }))
      .id
    const ids = [
      await lot('A10'),
      await lot('A2', 987_654_321),
      await lot('B1', 2_000_000_000, { etage_id: haut }),
      await buildLocal(ici.t.db, { bloc_id: ici.bloc_id, num: 'L-03', prix: 500_000_000 }),
    ]
    const parking_id = (await buildParking(ici.t.db, { residence_id: ici.residence_id })).id
    await buildPlace(ici.t.db, { parking_id, numero_place: 12 })
    const apercu = await preview({ arrondi: 1000 })
    expect(apercu.lots.map(({ lieu, numero }) => `${lieu} ${numero}`)).toEqual([
      'Bloc A L-03',
      'Bloc A, 1er étage A2',
      'Bloc A, 1er étage A10',
      'Bloc A, 10e étage B1',
    ])
    expect(apercu).toMatchObject({
      nombre: 4,
      sans_surface: 0,
      avant: 44_876_543.21,
      apres: 10_173_000 + 10_300_000 + 20_600_000 + 5_150_000,
    })
    expect(apercu.lots[1]).toEqual({
      id: ids[1],
      type: 'appartement',
      numero: 'A2',
      lieu: 'Bloc A, 1er étage',
      etat: 'libre',
      surface: 92.7,
      ancien: 9_876_543.21,
      nouveau: 10_173_000,
      ecart: 296_456.79,
      prixM2: 109_741.1,
    })
  })

  it('leaves out a price that stays, and counts the lots without surface', async () => {
    await lot('A1', 92_700_000_000)
    await lot('A2', 1_000)
    const sans = await buildLocal(ici.t.db, { bloc_id: ici.bloc_id, surface: 0 })
    const apercu = await preview({ sorte: 'm2', valeur: '10000000' })
    expect(apercu).toMatchObject({ nombre: 1, sans_surface: 1 })
    expect(numeros(apercu)).toEqual(['A2'])
    await revise({ sorte: 'm2', valeur: '10000000' })
    expect(await bienOf(sans)).toEqual({ prix: 100_000_000, version: 1 })
  })

  it('shows the first five hundred', async () => {
    await manyLocaux(501)
    const apercu = await preview()
    expect([apercu.nombre, apercu.lots.length, apercu.lots[499]?.numero]).toEqual([501, 500, '500'])
  })
})

describe('the criteria', () => {
  it.each([
    [{}, ['L1', 'A1', 'A2', 'B1']],
    [{ types: ['appartement'] }, ['A1', 'A2', 'B1']],
    [{ types: ['place_parking'] }, ['12']],
    [{ types: [] }, []],
    [{ typeLogement: 'f4' }, ['A2']],
    [{ typeLogement: 'Box', types: ['appartement', 'place_parking'] }, ['12']],
    [{ niveau_de: 2 }, ['B1']],
    [{ niveau_a: 1, types: ['appartement', 'local', 'place_parking'] }, ['A1', 'A2']],
    [{ prix_min: 20_000_000, prix_max: '10000000.01' }, ['A2', 'B1']],
    [{ surface_min: 45, surface_max: 45 }, ['L1']],
    [{ etats: ['bloque'] }, ['B1']],
    [{ etats: ['option'] }, ['A3']],
    [{ etats: ['libre', 'option', 'bloque'], prix_max: '' }, ['L1', 'A1', 'A2', 'A3', 'B1']],
    [{ bloc_ids: [] }, []],
    [{ bloc_ids: null, types: null, etats: null }, ['L1', 'A1', 'A2', 'B1']],
  ])('%o', async (criteres, expected) => {
    const haut = (await buildEtage(ici.t.db, { bloc_id: ici.bloc_id, designation: '2e étage', niveau: 2 })).id
    await lot('A1')
    await lot('A2', 1_000_000_001, { type_logement: 'F4' })
    await buildOption(ici.t.db, await lot('A3'))
    const bloque = await lot('B1', 2_000_000_000, { etage_id: haut })
    await ici.karim.put(`/api/biens/${bloque}/blocage`, { motif: 'Témoin' })
    await buildLocal(ici.t.db, { bloc_id: ici.bloc_id, num: 'L1' })
    const parking_id = (await buildParking(ici.t.db, { residence_id: ici.residence_id })).id
    await buildPlace(ici.t.db, { parking_id, numero_place: 12, type_place: 'Box', superficie: 1_250 })
    await sell(ici.t.db, await lot('V1'), (await buildClient(ici.t.db)).id)
    expect(numeros(await preview(criteres))).toEqual(expected)
  })

  it('of a bloc keep its lots only', async () => {
    const autre = (await buildBloc(ici.t.db, { residence_id: ici.residence_id, nomloc: 'Bloc B' })).id
    await lot('A1')
    await buildLocal(ici.t.db, { bloc_id: autre, num: 'L1' })
    expect(numeros(await preview({ bloc_ids: [autre] }))).toEqual(['L1'])
    expect(numeros(await preview({ bloc_ids: [autre, ici.bloc_id] }))).toEqual(['A1', 'L1'])
  })

  const VALEUR = "Cette valeur n'est pas valide."
  it.each([
    [{ residence_id: 999_999 }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ residence_id: undefined }, 'residence_id', 'Veuillez sélectionner une résidence.'],
    [{ bloc_ids: [999_999] }, 'bloc_ids', 'Veuillez sélectionner un bloc.'],
    [{ types: ['bloc'] }, 'types.0', VALEUR],
    [{ etats: ['vendu'] }, 'etats.0', VALEUR],
    [{ sorte: 'prix' }, 'sorte', VALEUR],
    [{ valeur: '' }, 'valeur', 'La valeur est obligatoire.'],
    [{ valeur: undefined }, 'valeur', 'La valeur est obligatoire.'],
    [{ valeur: '3,5' }, 'valeur', VALEUR],
    [{ valeur: 0 }, 'valeur', VALEUR],
    [{ valeur: -90.01 }, 'valeur', VALEUR],
    [{ valeur: 500.01 }, 'valeur', VALEUR],
    [{ valeur: 1.005 }, 'valeur', VALEUR],
    [{ sorte: 'm2', valeur: 0 }, 'valeur', 'Le montant doit être supérieur à zéro.'],
    [{ arrondi: 500 }, 'arrondi', VALEUR],
    [{ niveau_de: 1_001 }, 'niveau_de', 'Ce nombre ne peut pas dépasser 1 000.'],
    [{ essai: 'oui' }, 'essai', VALEUR],
    [{ motif: 'x'.repeat(256) }, 'motif', 'Ce texte dépasse 255 caractères.'],
  ])('%o are refused', async (rest, field, sentence) => {
    await lot('A1')
    const before = await fingerprints(ici.t.db)
    const refused = await post({ essai: true, ...rest })
    expect([refused.statusCode, (refused.json as { errors: object }).errors]).toEqual([
      422,
      { [field]: [expect.stringMatching(sentence.replace(/[. ]/g, '.'))] },
    ])
    expect(await fingerprints(ici.t.db)).toEqual(before)
  })

  it('of a bloc of another residence are refused', async () => {
    const { id } = await buildBloc(ici.t.db)
    const sentence = "Ce bloc n'appartient pas à la résidence choisie."
    const refused = await post({ essai: true, bloc_ids: [ici.bloc_id, id] })
    expect(refused.json).toEqual({ message: sentence, errors: { bloc_ids: [sentence] } })
  })
})
