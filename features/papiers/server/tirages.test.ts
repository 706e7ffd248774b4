import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { etablir, lire, nu, regler, vendre } from '#features/papiers/server/documents.essais.ts'
import { documentsPool } from '#server/documents/documents-pool.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { BASE } from '#shared/endpoint.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { pay, payByCheque } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let visitor: Visitor
beforeAll(async () => {
  t = await startApp()
  visitor = await t.member()
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const MARQUE = `DUPLICATA Original imprimé le ${formatJourCourt(aujourdhui())}`
const ARABE = `نسخة ثانية`

const said = async (path: string) => nu((await lire(visitor, path)).text)
const imprimes = async (table: 'paiements' | 'remboursements' | 'documents', id: number) =>
  (await t.db.selectFrom(table).select('imprime_le').where('id', '=', id).executeTakeFirstOrThrow())
    .imprime_le

/** Kills every process that makes documents, as the system does that runs out of memory. */
function killEngines(): void {
  for (const pid of documentsPool.pids()) if (pid) process.kill(pid, 'SIGKILL')
}

/** The three papers whose prints are counted: table, id, path. */
async function troisPapiers() {
  const vente = await vendre(t)
  const paiement = await pay(t.db, vente, 100_000_000)
  const document = await etablir(visitor, vente, { type: 'decompte' })
  await visitor.post(`/api/ventes/${vente}/desistement`, {
    demande_le: aujourdhui(),
    origine: 'client',
    motif: 'Mutation',
    retenue: '0',
  })
  const rendu = await visitor.post(`/api/ventes/${vente}/remboursements`, {
    jour: aujourdhui(),
    montant: '1000',
    mode: 'virement',
  })
  expect(rendu.statusCode).toBe(201)
  const { id } = rendu.json as { id: number }
  return [
    ['paiements', paiement, `/api/paiement/print-single/${paiement}`],
    ['remboursements', id, `/api/remboursements/${id}/recu`],
    ['documents', document.id, `/api/documents/${document.id}/pdf`],
  ] as const
}

// spec: PA-12
describe('a second print', () => {
  it('says so of a receipt, a refund and a paper, once prints are counted', async () => {
    for (const [table, id, path] of await troisPapiers()) {
      const lines = await t.db
        .selectFrom('journal')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
      const plain = await said(path)
      expect(plain).not.toContain('DUPLICATA')
      expect(await imprimes(table, id)).toBeNull()
      // The first one that is counted says the same.
      expect(await said(`${path}?tirage=1`)).toBe(plain)
      const first = await imprimes(table, id)
      expect(first).toBeInstanceOf(Date)
      expect(await said(`${path}?tirage=1`)).toContain(MARQUE)
      // A call that does not ask for a print to hand out gets no mark, as before, and the first instant stays.
      expect(await said(path)).toBe(plain)
      expect(await said(`${path}?tirage=oui`)).toBe(plain)
      expect(await imprimes(table, id)).toEqual(first)
      expect(
        await t.db
          .selectFrom('journal')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirst(),
      ).toEqual(lines)
    }
  })

  it('says so in Arabic on an Arabic one', async () => {
    for (const [table, id, path] of await troisPapiers()) {
      if (table === 'documents') continue
      await said(`${path}?tirage=1&langue=ar`)
      expect(await imprimes(table, id)).toBeInstanceOf(Date)
      const twice = (await said(`${path}?langue=ar&tirage=1`)).replaceAll(' ', '')
      expect(twice).toContain(ARABE.replaceAll(' ', ''))
      expect(twice).not.toContain('DUPLICATA')
    }
  })

  it('never says so when the settings do not want it', async () => {
    await regler(visitor, { duplicata: false })
    for (const [, , path] of await troisPapiers())
      for (const _print of [1, 2, 3]) expect(await said(`${path}?tirage=1`)).not.toContain('DUPLICATA')
    await regler(visitor, { duplicata: true })
  })

  // spec: RF-92
  it('is seven of eight prints at once, of each of the three', async () => {
    for (const [table, id, path] of await troisPapiers()) {
      const prints = await Promise.all(Array.from({ length: 8 }, () => said(`${path}?tirage=1`)))
      expect(prints.filter((text) => text.includes('DUPLICATA'))).toHaveLength(7)
      expect(await imprimes(table, id)).toBeInstanceOf(Date)
    }
  })

  // spec: RF-92
  it('is none after a HEAD, or after a link on another site was followed', async () => {
    const elsewhere = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]
    for (const [table, id, path] of await troisPapiers()) {
      const url = `${BASE}${path}?tirage=1`
      expect(await visitor.send({ method: 'HEAD', url })).toMatchObject({ statusCode: 200, body: '' })
      for (const headers of [...elsewhere, { origin: 'https://ailleurs.example' }])
        expect((await visitor.send({ method: 'GET', url, headers })).statusCode).toBe(200)
      expect(await imprimes(table, id)).toBeNull()
      expect(await said(`${path}?tirage=1`)).not.toContain('DUPLICATA')
      // A paper that was printed before says so, whoever asks.
      const { rawPayload } = await visitor.send({ method: 'GET', url, headers: elsewhere[0] ?? {} })
      expect(nu((await readPdf(rawPayload)).text)).toContain(MARQUE)
    }
  })

  // spec: RF-92
  it('is none after a print that could not be made', async () => {
    for (const [table, id, path] of await troisPapiers()) {
      const killing = setInterval(killEngines, 5)
      const asked = await visitor.get(`${path}?tirage=1`)
      clearInterval(killing)
      expect([asked.statusCode, await imprimes(table, id)]).toEqual([503, null])
      expect(await said(`${path}?tirage=1`)).not.toContain('DUPLICATA')
    }
  })

  it('keeps nothing of a paper that is not there', async () => {
    for (const path of [
      '/api/paiement/print-single/999999',
      '/api/remboursements/999999/recu',
      '/api/documents/999999/pdf',
    ])
      expect((await visitor.get(`${path}?tirage=1`)).statusCode).toBe(404)
  })
})

// spec: PA-36
describe('a paper that is void', () => {
  it('says it is cancelled, when and why, across and above the foot, in its language', async () => {
    const vente = await vendre(t)
    for (const [langue, mot, phrase] of [
      ['fr', 'ANNULÉ', `Annulé le ${formatJourCourt(aujourdhui())} : Nom mal écrit`],
      ['ar', 'ملغى', 'ألغي'],
    ] as const) {
      const { id } = await etablir(visitor, vente, { type: 'decompte', langue })
      const path = `/api/documents/${id}/pdf`
      const living = await said(path)
      expect(living).not.toContain(mot)
      expect(living).not.toContain(phrase)
      const answer = await visitor.post(`/api/documents/${id}/annuler`, { motif: 'Nom mal écrit' })
      expect(answer.statusCode).toBe(200)
      const cancelled = await said(path)
      for (const dit of [mot, phrase, formatJourCourt(aujourdhui()), 'Nom mal écrit'])
        expect(cancelled).toContain(dit)
    }
  })

  it('is rejected with its motif, of a cheque that came back, and of no other', async () => {
    const vente = await vendre(t)
    const id = await payByCheque(t.db, vente, 100_000_000)
    const path = `/api/paiement/print-single/${id}`
    expect(await said(path)).not.toContain('REJETÉ')
    const answer = await visitor.post(`/api/cheques/${id}/rejeter`, {
      rejete_le: aujourdhui(),
      motif: 'Opposition',
    })
    expect(answer.statusCode).toBe(200)
    const rejected = await said(path)
    expect(rejected.match(/REJETÉ/g)).toHaveLength(2)
    expect(rejected).toMatch(/REJETÉ le \d\d\/\d\d\/\d{4} : /)
    const arabe = await said(`${path}?langue=ar`)
    expect(arabe.match(/مرفوض/g)?.length).toBeGreaterThan(1)
    expect(arabe).not.toContain('REJETÉ')
  })
})
