import { describe, expect, it } from 'vitest'
import { offerAppartement, offerLocal, offerPlace } from '#features/biens/web/lecturesDesBiens.ts'
import { offerBiens, type BienOffert } from '#features/paiements/web/biensAPayer.ts'

type Lots = readonly Parameters<typeof offerAppartement>[0][]
const offerAllAppartements = (lots: Lots) => offerBiens(lots.map(offerAppartement))
const offerAllPlaces = (places: readonly Parameters<typeof offerPlace>[0][]) =>
  offerBiens(places.map(offerPlace))

const bloc = (nomloc: string, nom: string) => ({
  id: 1,
  nomloc,
  residence_id: 1,
  residence: { id: 1, nom },
})
const lot = (
  id: number,
  numLot: string,
  where = bloc('Bloc C', 'El Yasmine'),
  designation = 'RDC',
  reste = 5,
) => ({
  id,
  numLot,
  typeLogement: 'F3',
  montant: 10,
  resteAPayer: reste,
  etage: { id: 1, designation, bloc_id: 1, bloc: where },
})
const place = (id: number, parking_nom: string, nom: string) => ({
  id,
  numero_place: 41,
  montant: 10,
  resteAPayer: 5,
  parking: { id: 1, parking_nom, residence_id: 1, residence: { id: 1, nom } },
})
const labels = (offered: BienOffert[]) => offered.map(({ label }) => label)

describe('the names of what a client may pay', () => {
  it('begin with what the bien is, then say where it is', () => {
    expect(labels(offerAllAppartements([lot(1, '302')]))).toEqual(['302 (F3) · Bloc C, El Yasmine'])
    expect(labels(offerAllPlaces([place(1, 'Parking Nord', 'El Yasmine')]))).toEqual([
      'N° 41, Parking Nord · El Yasmine',
    ])
    const local = { id: 1, num: 'L-7', montant: 10, resteAPayer: 5, bloc: bloc('C', 'El Yasmine') }
    expect(labels(offerBiens([local].map(offerLocal)))).toEqual(['L-7 · C, El Yasmine'])
  })

  it('leave out what the answer does not say', () => {
    expect(labels(offerAllAppartements([lot(1, '302', bloc('', ''))]))).toEqual(['302 (F3)'])
    expect(labels(offerAllAppartements([lot(1, '302', bloc('', 'El Yasmine'))]))).toEqual([
      '302 (F3) · El Yasmine',
    ])
  })

  it('are never the same: the étage is said of those only that need it, then the number of the record', () => {
    const lots = [
      lot(1, '1'),
      lot(2, '1', bloc('BLOC C', 'el yasmine'), '1er étage'),
      lot(3, '1', bloc('Bloc C', 'El Yasmine'), '2e étage'),
      lot(4, '1', bloc('Bloc C', 'El Yasmine'), '2e étage'),
      lot(5, '1', bloc('Bloc C', 'Ibn Khaldoun')),
      // Called like another once its étage is said.
      lot(6, '1', bloc('2e étage, Bloc C', 'El Yasmine')),
    ]
    expect(labels(offerAllAppartements(lots))).toEqual([
      '1 (F3) · RDC, Bloc C, El Yasmine',
      '1 (F3) · 1er étage, BLOC C, el yasmine',
      '1 (F3) · 2e étage, Bloc C, El Yasmine (fiche 3)',
      '1 (F3) · 2e étage, Bloc C, El Yasmine (fiche 4)',
      '1 (F3) · Bloc C, Ibn Khaldoun',
      '1 (F3) · 2e étage, Bloc C, El Yasmine (fiche 6)',
    ])
    expect(
      labels(offerAllPlaces([place(1, 'Nord', 'X'), place(2, 'Nord', 'X'), place(3, 'Sud', 'X')])),
    ).toEqual(['N° 41, Nord · X (fiche 1)', 'N° 41, Nord · X (fiche 2)', 'N° 41, Sud · X'])
    const bare = [lot(1, '1', bloc('', ''), ''), lot(2, '1', bloc('', ''), '')]
    expect(labels(offerAllAppartements(bare))).toEqual(['1 (F3) · (fiche 1)', '1 (F3) · (fiche 2)'])
  })

  it('come in the order of the answer, what is paid last', () => {
    const where = bloc('Bloc C', 'El Yasmine')
    const lots = [
      lot(1, '1', where, 'RDC', 0),
      lot(2, '2', where, 'RDC', 0.01),
      lot(3, '3', where, 'RDC', 0),
      lot(4, '4', where, 'RDC', 99_999_999_999.99),
    ]
    expect(offerAllAppartements(lots).map(({ id, reste }) => [id, reste])).toEqual([
      [2, 0.01],
      [4, 99_999_999_999.99],
      [1, 0],
      [3, 0],
    ])
  })
})
