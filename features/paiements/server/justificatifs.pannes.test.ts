import { once } from 'node:events'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BASE } from '#shared/endpoint.ts'
import { diskStore } from '#server/files/disk.ts'
import { verifyPlans } from '#server/files/verify.ts'
import { buildAppartement, buildClient, pay, sell } from '#test/harness/builders.ts'
import { closeAll, GOING, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'
import { filesOf } from '#test/harness/stored-files.ts'

const BORD = 'x-diyar-bord'
const PDF = Buffer.from('%PDF-1.7\nbordereau\n%%EOF\n')
const AWAY = { message: 'Service momentanément indisponible. Réessayez dans un instant.' }

let server: Listening
let id: number
let path: string
beforeAll(async () => {
  server = await startListening()
  const vente = await sell(server.db, await buildAppartement(server.db), (await buildClient(server.db)).id)
  id = await pay(server.db, vente, 100)
  path = `/api/paiements/${id}/justificatif`
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

const send = (name: string, content: Buffer = PDF, headers: Record<string, string> = {}) =>
  server.member.form(path, {}, { part: 'justificatif', name, content }, headers)
const named = async () =>
  ((await server.member.get(`/api/paiements/${id}`)).json as { justificatif: string | null }).justificatif
/** The files of proofs: all but the plan that the residence has. */
const proofs = async () => (await filesOf(server.t)).length - 1
const body = (content: string) =>
  `--${BORD}\r\nContent-Disposition: form-data; name="justificatif"; filename="b.pdf"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n--${BORD}--\r\n`
const request = (content: string, headers: Record<string, string> = {}) =>
  wire('POST', BASE + path, {
    as: server.member,
    headers: {
      'content-type': `multipart/form-data; boundary=${BORD}`,
      'content-length': String(Buffer.byteLength(body(content))),
      ...headers,
    },
    body: body(content),
  })

describe('a proof on its way', () => {
  it.each(Object.entries(GOING))('cut anywhere 300 times, each %s: nothing is kept', async (_how, go) => {
    const whole = request(`%PDF-1.4\n${'x'.repeat(60_000)}\n%%EOF\n`)
    const cut = Array.from({ length: 300 }, (_, n) => Math.floor((whole.length * n) / 300))
    const sockets = await Promise.all(cut.map((length) => sent(server.port, whole.slice(0, length))))
    for (const socket of sockets) go(socket)
    await server.nothingIsLeft()
    expect([await named(), await proofs()]).toEqual([null, 0])
  })

  it('behind another, and behind one that is too large: each is answered in its turn', async () => {
    const texts = [
      request('%PDF-1.4\nun\n%%EOF\n'),
      request(`%PDF-1.4\n${'x'.repeat(11 << 20)}\n%%EOF\n`),
      request('GIF89a'),
      request(''),
      request('%PDF-1.4\ndeux\n%%EOF\n', { connection: 'close' }),
    ]
    const socket = await sent(server.port, texts.join(''))
    let read = ''
    socket.on('data', (chunk: Buffer) => (read += chunk.toString()))
    await once(socket, 'close')
    expect(read.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual([
      '200',
      '413',
      '422',
      '422',
      '200',
    ])
    expect((await server.member.get(path)).rawPayload.toString()).toBe('%PDF-1.4\ndeux\n%%EOF\n')
    expect(await proofs()).toBe(1)
  })

  it('together with twenty others: one is kept, and it is the one that is named', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => Buffer.from(`%PDF-1.4\nn° ${n}\n%%EOF\n`))
    const answers = await Promise.all(contents.map((content, n) => send(`${n}.pdf`, content)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const kept = contents[Number((await named())?.replace('.pdf', ''))]
    expect((await server.member.get(path)).rawPayload).toEqual(kept)
    expect(await proofs()).toBe(1)
  })

  it('twice with one key is joined once; the key does not serve another name or other bytes', async () => {
    const key = { 'idempotency-key': 'bordereau-une-fois' }
    const [first, again] = [await send('un.pdf', PDF, key), await send('un.pdf', PDF, key)]
    expect([first.statusCode, again.statusCode, again.json]).toEqual([200, 200, first.json])
    for (const other of [
      await send('deux.pdf', PDF, key),
      await send('un.pdf', Buffer.concat([PDF, PDF]), key),
    ])
      expect([other.statusCode, other.json]).toMatchObject([
        422,
        { message: 'Cette clé a déjà servi à une autre demande.' },
      ])
    expect([await named(), await proofs()]).toEqual(['un.pdf', 1])
    const lines = await server.db
      .selectFrom('journal')
      .select('apres')
      .where('action', '=', 'joindre')
      .execute()
    expect(lines.filter(({ apres }) => JSON.stringify(apres).includes('un.pdf'))).toHaveLength(1)
  })
})

describe('a store that is no store any more', () => {
  /** Puts a file where a folder of the store was, while `work` is done. */
  async function spoilt(folder: string, work: () => Promise<void>): Promise<void> {
    const place = join(server.t.files, folder)
    await rename(place, `${place}-ailleurs`)
    await writeFile(place, 'pas un dossier')
    await work()
    // One line of the log each time: that it is away, not that we broke.
    const levels = server.said.splice(0).map(({ level }) => level)
    expect(levels.filter((level) => level >= 40)).toEqual(levels.filter((level) => level === 40))
    await rm(place)
    await rename(`${place}-ailleurs`, place)
  }

  it.each(['brouillons', 'plans', ''])(
    '« %s » is a file: 503, nothing written, served once it is back',
    async (folder) => {
      expect((await send('avant.pdf')).statusCode).toBe(200)
      await spoilt(folder, async () => {
        const { statusCode, json } = await send('pendant.pdf')
        expect([statusCode, json]).toEqual([503, AWAY])
        const read = await server.member.get(path)
        expect([read.statusCode, read.json]).toEqual(folder === 'brouillons' ? [200, undefined] : [503, AWAY])
        expect(await named()).toBe('avant.pdf')
      })
      expect((await server.member.get(path)).rawPayload).toEqual(PDF)
      expect([await proofs(), await readdir(join(server.t.files, 'brouillons'))]).toEqual([1, []])
    },
  )

  it('a bin that is a file keeps nobody from taking a proof away', async () => {
    expect((await send('un.pdf')).statusCode).toBe(200)
    await send('deux.pdf')
    await spoilt('corbeille', async () => {
      expect((await server.member.delete(path)).statusCode).toBe(200)
    })
    expect(await named()).toBeNull()
  })
})

it('the verifier names a lost proof as one, with its receipt', async () => {
  await send('bordereau.pdf')
  const { id: file } = await server.db
    .selectFrom('fichiers')
    .select('id')
    .where('nom', '=', 'bordereau.pdf')
    .executeTakeFirstOrThrow()
  await rm(join(server.t.files, 'plans', file.slice(0, 2), `${file}.pdf`))
  const { recu } = (await server.member.get(`/api/paiements/${id}`)).json as { recu: string }
  const { faults, notes } = await verifyPlans(server.db, diskStore(server.t.files), false)
  expect(faults).toEqual([`Justificatif perdu : ${file} (« bordereau.pdf », reçu ${recu})`])
  expect(notes).toEqual(expect.arrayContaining(['1 plan sur 1 est là.', '0 justificatif sur 1 est là.']))
  expect((await server.member.get(path)).statusCode).toBe(404)
  expect(server.said.splice(0).filter(({ level }) => level >= 40)).toHaveLength(1)
})
