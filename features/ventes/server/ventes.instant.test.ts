import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildClient,
  buildLocal,
  buildParking,
  buildPlace,
  pay,
  sell,
} from '#test/harness/builders.ts'
import { watched } from '#test/harness/watched.ts'

let t: TestApp
let karim: Visitor
/** Karim on a server that lets `between` happen once it has had so many answers from the database. */
let slow: Visitor
let app: Awaited<ReturnType<typeof createApp>>
let answers = 0
let between: { after: number; happen: () => Promise<void> } | undefined
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const db = watched(t.db, async () => {
    if (++answers !== between?.after) return
    await between.happen()
  })
  app = await createApp({ db, files: diskStore(t.files) })
  slow = new Visitor(app)
  slow.cookies.take(karim.cookies)
})
afterAll(async () => {
  await app.close()
  await t.close()
})

const accepted = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer
  if (statusCode >= 300) throw new Error(body)
}

interface Kind {
  build: () => Promise<number>
  method: 'put' | 'post'
  remove: string
  assign: string
  field: string
  readings: (ids: { bien: number; ancien: number; nouveau: number; parking: number }) => string[]
}
let parking = 0
const KINDS: Record<string, Kind> = {
  appartement: {
    build: () => buildAppartement(t.db),
    method: 'put',
    remove: '/api/appartements/{id}/retirer-client',
    assign: '/api/appartements/{id}/assigner-client',
    field: 'appartement_id',
    readings: ({ bien, ancien, nouveau }) => [
      '/api/appartements?per_page=100',
      '/api/appartements?etat=vendu&per_page=100',
      `/api/appartements?client_id=${ancien}&per_page=100`,
      `/api/appartements?client_id=${nouveau}&per_page=100`,
      `/api/appartements/${bien}`,
      `/api/appartements/${bien}/report`,
      `/api/clients/${ancien}/appartements`,
      `/api/clients/${nouveau}/appartements`,
      `/api/paiements/appartement/${bien}`,
      `/api/paiements/appartement/${bien}?page=1`,
      `/api/paiements/solde/appartement/${bien}`,
    ],
  },
  local: {
    build: () => buildLocal(t.db),
    method: 'put',
    remove: '/api/locaux/{id}/retirer-client',
    assign: '/api/locaux/{id}/assigner-client',
    field: 'local_id',
    readings: ({ bien, ancien, nouveau }) => [
      '/api/locaux?per_page=100',
      '/api/locaux?etat=vendu&per_page=100',
      `/api/locaux?client_id=${ancien}&per_page=100`,
      `/api/locaux/${bien}`,
      `/api/locaux/${bien}/report`,
      `/api/locaux/client/${ancien}`,
      `/api/locaux/client/${nouveau}`,
      `/api/paiements/local/${bien}`,
      `/api/paiements/local/${bien}?page=1`,
      `/api/paiements/solde/local/${bien}`,
    ],
  },
  place: {
    build: () => buildPlace(t.db, { parking_id: parking }),
    method: 'post',
    remove: '/api/places-parking/{id}/liberer',
    assign: '/api/places-parking/{id}/attribuer',
    field: 'place_parking_id',
    readings: ({ bien, ancien, nouveau }) => [
      `/api/parkings/${parking}`,
      `/api/place-parking/${bien}`,
      `/api/place-parking-client/${ancien}`,
      `/api/place-parking-client/${nouveau}`,
      `/api/paiements/place-parking/${bien}`,
      `/api/paiements/place-parking/${bien}?page=1`,
      `/api/paiements/solde/place-parking/${bien}`,
      '/api/recap-paiements?per_page=100',
      '/api/recap-paiements?search=ancien&per_page=100',
      `/api/clients/${ancien}/assets`,
    ],
  },
}

describe.each(Object.keys(KINDS))(
  'while the sale of one %s is closed and opened for somebody else',
  (name) => {
    it('each reading shows what was before or what is after, never something of both', async () => {
      const kind = KINDS[name]
      if (!kind) throw new Error(name)
      parking = (await buildParking(t.db, { nb_places: 1000 })).id
      const ancien = (await buildClient(t.db, { nom_complet: `Ancien ${name}` })).id
      const nouveau = (await buildClient(t.db, { nom_complet: `Nouveau ${name}` })).id
      /** The sale to `ancien` ends, `nouveau` buys and pays. */
      const resell = async (bien: number) => {
        await accepted(karim[kind.method](kind.remove.replace('{id}', String(bien))))
        await accepted(karim[kind.method](kind.assign.replace('{id}', String(bien)), { client_id: nouveau }))
        const payment = { client_id: nouveau, date_paiement: '2026-02-01', versement: 333 }
        await accepted(karim.post('/api/paiements', { ...payment, [kind.field]: bien }))
      }
      const soldToAncien = async () => {
        const bien = await kind.build()
        const vente = await sell(t.db, bien, ancien)
        await pay(t.db, vente, 10_000)
        await pay(t.db, vente, 20_000)
        return bien
      }
      const mixed: string[] = []
      const count = kind.readings({ bien: 0, ancien, nouveau, parking }).length
      for (let which = 0; which < count; which++)
        for (let after = 1, enough = false; !enough; after++) {
          const bien = await soldToAncien()
          const reading = kind.readings({ bien, ancien, nouveau, parking })[which] ?? ''
          const before = await karim.get(reading)
          answers = 0
          between = { after, happen: () => resell(bien) }
          const read = await slow.get(reading)
          between = undefined
          enough = answers < after
          if (enough) await resell(bien)
          const now = await karim.get(reading)
          expect([reading, read.statusCode, before.statusCode, now.statusCode]).toEqual([
            reading,
            200,
            200,
            200,
          ])
          if (read.body !== before.body && read.body !== now.body)
            mixed.push(`${reading} after statement ${after}`)
          expect(after).toBeLessThan(20)
        }
      expect(mixed).toEqual([])
    }, 120_000)
  },
)
