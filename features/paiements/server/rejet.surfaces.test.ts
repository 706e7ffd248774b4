import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
  idOf,
  sell,
} from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

type Kind = 'appartement' | 'local' | 'place_parking'
interface Place {
  bien: number
  client: number
  residence: number
  bloc: number
  etage: number
  parking: number
  /** A payment that is later than the cheque. */
  suivant: number
}
type Surface = readonly [name: string, path: (place: Place) => string, what?: (json: Json) => unknown]
type Json = Record<string, unknown>

/** The fields that may differ: the record was touched, and the cheque is told apart where it was rejected. */
const APART = new Set(['version', 'rejetes'])
const withoutApart = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutApart)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) => (APART.has(key) ? [] : [[key, withoutApart(held)]])),
  )
}

/** The dashboard but its months, which keep what was paid in them and lose it in that of the rejection (comptes D.5). */
const withoutMois = ({ ventes, alertes, ...json }: Json): Json => ({
  ...json,
  // The cheque itself is counted as one to represent.
  alertes: { ...(alertes as object), cheques_rejetes: null },
  ventes: { ...(ventes as object), mois: null, encaisse_mois: null, rejete_mois: null },
})

/** The same of its workbook. */
const sheetWithoutMois = ({ rows }: Json): Json => ({
  rows: (rows as unknown[][]).filter(
    ([rubrique, quoi]) =>
      rubrique !== 'Encaissements par mois' &&
      quoi !== 'Encaissé ce mois' &&
      quoi !== 'Rejeté ce mois' &&
      quoi !== 'Chèques rejetés à représenter',
  ),
})

/** Each screen, paper or call that shows what is paid, whatever the kind of bien. */
const EVERYWHERE: readonly Surface[] = [
  ['recap', () => '/api/recap-paiements'],
  ['recap, par reste', () => '/api/recap-paiements?tri=reste&ordre=-totalPaye'],
  ['recap, recherche', () => '/api/recap-paiements?search=Zoubida'],
  ['recap, reste à payer', () => '/api/recap-paiements?solde=reste'],
  ['recap, versements comptés', () => '/api/recap-paiements?etat=valide'],
  ['recap, Excel', () => '/api/recap-paiements/export'],
  ['tableau de bord', () => '/api/dashboard', withoutMois],
  ['tableau de bord, Excel', () => '/api/dashboard/export', sheetWithoutMois],
  ['versements comptés', () => '/api/paiements?etat=valide'],
  ['versements, total', () => '/api/paiements', ({ totals }) => ({ ...(totals as object), rejete: null })],
  [
    'biens du client',
    ({ client }) => `/api/clients/${client}/assets`,
    // Every payment keeps him from being deleted, a rejected one too.
    (answer) => ({ ...answer, paiements: null }),
  ],
  ['recherche', () => '/api/recherche?q=Zoubida'],
  ['relevé du client', ({ client }) => `/api/paiement/print-client/${client}`],
  ['relevé de tous', () => '/api/paiement/print-all'],
  ['reçu suivant', ({ suivant }) => `/api/paiement/print-single/${suivant}`],
  ['totaux de la résidence', ({ residence }) => `/api/residence/${residence}/payment-totals`],
]
const OF_ITS_KIND: Record<Kind, readonly Surface[]> = {
  appartement: [
    ['liste', () => '/api/appartements?with=client,paiements'],
    ['par reste', () => '/api/appartements?tri=-reste'],
    ['fiche', ({ bien }) => `/api/appartements/${bien}`],
    ['rapport', ({ bien }) => `/api/appartements/${bien}/report`],
    ['du client', ({ client }) => `/api/clients/${client}/appartements`],
    ['paiements', ({ bien }) => `/api/paiements/appartement/${bien}`],
    ['relevé', ({ bien }) => `/api/paiement/print-bien/appartement/${bien}`],
    ['solde', ({ bien }) => `/api/paiements/solde/appartement/${bien}`],
  ],
  local: [
    ['liste', () => '/api/locaux'],
    ['fiche', ({ bien }) => `/api/locaux/${bien}`],
    ['rapport', ({ bien }) => `/api/locaux/${bien}/report`],
    ['du client', ({ client }) => `/api/locaux/client/${client}`],
    ['paiements', ({ bien }) => `/api/paiements/local/${bien}`],
    ['relevé', ({ bien }) => `/api/paiement/print-bien/local/${bien}`],
    ['solde', ({ bien }) => `/api/paiements/solde/local/${bien}`],
  ],
  place_parking: [
    ['fiche', ({ bien }) => `/api/place-parking/${bien}`],
    ['parking', ({ parking }) => `/api/parkings/${parking}`],
    ['du client', ({ client }) => `/api/place-parking-client/${client}`],
    ['paiements', ({ bien }) => `/api/paiements/place-parking/${bien}`],
    ['relevé', ({ bien }) => `/api/paiement/print-bien/place-parking/${bien}`],
    ['solde', ({ bien }) => `/api/paiements/solde/place-parking/${bien}`],
  ],
}
/** After the sale has ended: what a former client paid. That of a local keeps no payment. */
const ANCIENS: Record<Exclude<Kind, 'local'>, readonly Surface[]> = {
  appartement: [
    ['historique', ({ bien }) => `/api/appartements/${bien}/report`],
    ['solde, anciens', ({ bien }) => `/api/paiements/solde/appartement/${bien}`],
    ['tableau de bord, anciens', () => '/api/dashboard', withoutMois],
    ['versements comptés', () => '/api/paiements?etat=valide'],
  ],
  place_parking: [['solde, anciens', ({ bien }) => `/api/paiements/solde/place-parking/${bien}`]],
}

/** The sums of a paper: a rejected cheque keeps its line there, in brackets. */
const sumsOf = (text: string) =>
  text.match(/(Versé avant ce reçu|Total versé|Reste à payer|Total général)[^:]*?\d,\d\d( [\d ]+,\d\d)*/g)

async function look(surfaces: readonly Surface[], place: Place): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>()
  for (const [name, path, what = (json: Json) => json] of surfaces) {
    const answer = await karim.get(path(place))
    expect([name, answer.statusCode]).toEqual([name, 200])
    const json = path(place).endsWith('/export')
      ? { rows: (await readXlsx(answer.rawPayload)).sheets[0]?.rows }
      : path(place).includes('/print-')
        ? { sums: sumsOf((await readPdf(answer.rawPayload)).text) }
        : (answer.json as Json)
    seen.set(name, withoutApart(Array.isArray(json) ? json : what(json)))
  }
  return seen
}

const FIELD = { appartement: 'appartement_id', local: 'local_id', place_parking: 'place_parking_id' } as const

async function build(kind: Kind): Promise<Place> {
  const residence = await buildResidence(t.db)
  const bloc = await buildBloc(t.db, { residence_id: residence.id })
  const etage = await buildEtage(t.db, { bloc_id: bloc.id })
  const parking = await buildParking(t.db, { residence_id: residence.id })
  const client = await buildClient(t.db, { nom_complet: 'Zoubida Aït Ahmed' })
  const prix = 1_000_000_000
  const bien =
    kind === 'appartement'
      ? await buildAppartement(t.db, { prix, etage_id: etage.id })
      : kind === 'local'
        ? await buildLocal(t.db, { prix, bloc_id: bloc.id })
        : await buildPlace(t.db, { prix, parking_id: parking.id })
  await sell(t.db, bien, client.id)
  return {
    bien,
    client: client.id,
    residence: residence.id,
    bloc: bloc.id,
    etage: etage.id,
    parking: parking.id,
    suivant: 0,
  }
}

/** A virement that stays, and the cheque. */
const pay = (kind: Kind, { bien, client }: Place, versement: number, rest: object = {}) =>
  karim.post('/api/paiements', {
    client_id: client,
    [FIELD[kind]]: bien,
    date_paiement: '2026-03-28',
    versement,
    ...rest,
  })
const CHEQUE = { mode: 'cheque', banque: 'BNA', reference: '0012345' }
const reject = (id: number) =>
  karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: '2026-04-12', motif: 'Provision insuffisante' })

// spec: EN-08
describe.each(['appartement', 'local', 'place_parking'] as const)(
  '%s: a cheque of 1 000 000,00 DA',
  (kind) => {
    const surfaces = [...EVERYWHERE, ...OF_ITS_KIND[kind]]

    it('is in every sum of what is paid until it is rejected, then in none; undone, in all of them again', async () => {
      const built = await build(kind)
      await pay(kind, built, 2_000_000, { mode: 'virement' })
      const later = await pay(kind, built, 500_000, { mode: 'virement', date_paiement: '2026-03-30' })
      const place = { ...built, suivant: idOf(later) }
      const without = await look(surfaces, place)
      const id = idOf(await pay(kind, place, 1_000_000, CHEQUE))
      const counted = await look(surfaces, place)
      for (const [name] of surfaces) expect([name, counted.get(name)]).not.toEqual([name, without.get(name)])

      expect((await reject(id)).statusCode).toBe(200)
      const rejected = await look(surfaces, place)
      for (const [name] of surfaces) expect([name, rejected.get(name)]).toEqual([name, without.get(name)])

      expect((await karim.post(`/api/cheques/${id}/annuler-etape`)).statusCode).toBe(200)
      expect(await look(surfaces, place)).toEqual(counted)
    })
  },
)

// spec: EN-08
describe.each(['appartement', 'place_parking'] as const)('%s: a cheque of an ended sale', (kind) => {
  it('is in no sum of a former client once it is rejected', async () => {
    const place = await build(kind)
    await pay(kind, place, 2_000_000, { mode: 'virement' })
    const end = () => t.db.updateTable('ventes').set({ terminee_le: sql`now()` })
    await end().where('bien_id', '=', place.bien).execute()
    const without = await look(ANCIENS[kind], place)
    await t.db.updateTable('ventes').set({ terminee_le: null }).where('bien_id', '=', place.bien).execute()
    const id = idOf(await pay(kind, place, 1_000_000, CHEQUE))
    await end().where('bien_id', '=', place.bien).execute()
    const counted = await look(ANCIENS[kind], place)
    for (const [name] of ANCIENS[kind])
      expect([name, counted.get(name)]).not.toEqual([name, without.get(name)])
    expect((await reject(id)).statusCode).toBe(200)
    expect(await look(ANCIENS[kind], place)).toEqual(without)
  })
})
