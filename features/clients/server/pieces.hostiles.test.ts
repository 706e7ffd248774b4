import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { once } from 'node:events'
import { BASE } from '#shared/endpoint.ts'
import { hostileUploads, multipartType, type Upload } from '#test/fuzz/hostile-uploads.ts'
import { buildAppartement, buildClient, idOf, sell } from '#test/harness/builders.ts'
import { closeAll, GOING, sent, wire } from '#test/harness/leavers.ts'
import { startListening, type Listening } from '#test/harness/listening.ts'
import { binOf, filesOf } from '#test/harness/stored-files.ts'
import { fingerprints } from '#test/harness/tables.ts'

const BORD = 'x-diyar-piece'
const part = (name: string, rest: string, content: string) =>
  `--${BORD}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`

let server: Listening
let client: number
beforeAll(async () => {
  server = await startListening()
})
beforeEach(async () => {
  client = (await buildClient(server.db)).id
})
afterAll(() => server.close())
afterEach(async () => {
  closeAll()
  await server.nothingIsLeft()
})

const files = () => filesOf(server.t)
const traces = async () => ({
  tables: await fingerprints(server.db),
  files: await files(),
  bin: await binOf(server.t),
})
const post = ({ body, type = multipartType }: Pick<Upload, 'body' | 'type'>) =>
  server.member.send({
    method: 'POST',
    url: `${BASE}/api/pieces`,
    headers: { 'content-type': type, 'x-xsrf-token': server.member.cookies.token },
    payload: body,
  })
/** A form as a client of the product sends it: first the kind of the file, then its bytes. */
const whole = (content: string, nom = 'carte.pdf') =>
  `${part('client_id', '', String(client))}${part('type', '', 'piece-identite')}${part('fichier', `; filename="${nom}"\r\nContent-Type: application/pdf`, content)}--${BORD}--\r\n`
const request = (body: string) =>
  wire('POST', `${BASE}/api/pieces`, {
    as: server.member,
    headers: {
      'content-type': `multipart/form-data; boundary=${BORD}`,
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  })
const count = async () =>
  Number(
    (
      await server.db
        .selectFrom('pieces')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('hostile uploads', () => {
  /** The hostile uploads of a plan, with the name of our part. */
  const uploads = () =>
    hostileUploads({ client_id: String(client), type: 'piece-identite' }).map((upload) => ({
      ...upload,
      body: Buffer.from(
        upload.body.toString('latin1').replaceAll('name="plan_pdf"', 'name="fichier"'),
        'latin1',
      ),
      // Without a file there is no piece. The picture among them was cut.
      expected: upload.expected === 'without plan' ? 422 : upload.expected,
    }))

  // spec: AD-22
  it('are refused without a trace', async () => {
    const refused = uploads().filter(({ expected }) => expected !== 'kept')
    expect(refused.length).toBeGreaterThan(25)
    const before = await traces()
    for (const upload of refused) {
      const { statusCode, json } = await post(upload)
      expect([upload.what, statusCode, json]).toEqual([
        upload.what,
        upload.expected,
        expect.objectContaining({ message: expect.any(String) as string }),
      ])
    }
    const large = refused.find(({ what }) => what === 'ten mebibytes and a byte')
    expect((await post(large ?? { body: Buffer.alloc(0) })).json).toEqual({
      message: 'Le fichier dépasse 10 Mo.',
      errors: { fichier: ['Le fichier dépasse 10 Mo.'] },
    })
    expect(await traces()).toEqual(before)
  })

  // spec: AD-22
  it('are else served back to the byte, under their own type', async () => {
    const accepted = uploads().filter(({ expected }) => expected === 'kept')
    expect(accepted.length).toBeGreaterThan(15)
    for (const upload of accepted) {
      const before = await files()
      const added = await post(upload)
      expect([upload.what, added.statusCode, added.json]).toMatchObject([upload.what, 201, {}])
      const { statusCode, headers, rawPayload } = await server.member.get(
        `/api/pieces/${idOf(added)}/fichier`,
      )
      expect([upload.what, statusCode, headers['content-type']]).toEqual([
        upload.what,
        200,
        'application/pdf',
      ])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^inline; filename="[ -~]*"/) as string,
      })
      expect(rawPayload.equals(upload.content)).toBe(true)
      const kept = (await files()).filter((file) => !before.includes(file))
      expect(kept.map((file) => /\/plans\/[0-9a-f]{2}\/[0-9a-f-]{36}\.pdf$/.test(file))).toEqual([true])
      expect((await server.member.delete(`/api/pieces/${idOf(added)}`)).statusCode).toBe(200)
      expect(await files()).toEqual(before)
    }
  })
})

describe('a piece on its way', () => {
  // spec: AD-22
  it.each(Object.entries(GOING))('cut anywhere 150 times, each %s: nothing is kept', async (_how, go) => {
    const before = await traces()
    const all = request(whole(`%PDF-1.4\n${'x'.repeat(60_000)}\n%%EOF\n`))
    const cut = Array.from({ length: 150 }, (_, n) => Math.floor((all.length * n) / 150))
    const sockets = await Promise.all(cut.map((length) => sent(server.port, all.slice(0, length))))
    for (const socket of sockets) go(socket)
    await server.nothingIsLeft()
    expect(await traces()).toEqual(before)
  })

  it('behind one that is too large: each is answered in its turn', async () => {
    const texts = [
      request(whole('%PDF-1.4\nun\n%%EOF\n')),
      request(whole(`%PDF-1.4\n${'x'.repeat(11 << 20)}\n%%EOF\n`)),
      request(whole('GIF89a')),
      request(whole('%PDF-1.4\ndeux\n%%EOF\n')).replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
    ]
    const before = await count()
    const socket = await sent(server.port, texts.join(''))
    let read = ''
    socket.on('data', (chunk: Buffer) => (read += chunk.toString()))
    await once(socket, 'close')
    expect(read.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual(['201', '413', '422', '201'])
    expect(await count()).toBe(before + 2)
  })

  it('while its client is deleted: it goes with him, or is refused; no bytes are left', async () => {
    const outcomes: string[] = []
    const before = await files()
    for (let n = 0; n < 40; n++) {
      const { id } = await buildClient(server.db)
      const [added, removed] = await Promise.all([
        server.member.form(
          '/api/pieces',
          { client_id: String(id), type: 'piece-identite' },
          { part: 'fichier', name: 'carte.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') },
        ),
        server.member.delete(`/api/clients/${id}`),
      ])
      outcomes.push(`${added.statusCode} ${removed.statusCode}`)
    }
    expect(outcomes.filter((pair) => !/^(201|422) 200$/.test(pair))).toEqual([])
    expect(await files()).toEqual(before)
  })

  // spec: AD-26
  it('while its vente ends: it stays with the vente, or neither is there', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < 40; n++) {
      const bien = await buildAppartement(server.db)
      const vente = await sell(server.db, bien, client)
      const [added, removed] = await Promise.all([
        server.member.form(
          '/api/pieces',
          { vente_id: String(vente), type: 'contrat-signe' },
          { part: 'fichier', name: 'contrat.pdf', content: Buffer.from('%PDF-1.4\n%%EOF\n') },
        ),
        server.member.put(`/api/appartements/${bien}/retirer-client`),
      ])
      const there = await server.db
        .selectFrom('ventes')
        .select('id')
        .where('id', '=', vente)
        .executeTakeFirst()
      outcomes.push(`${added.statusCode} ${removed.statusCode} ${there ? 'gardée' : 'partie'}`)
    }
    expect(outcomes.filter((one) => !['201 200 gardée', '422 200 partie'].includes(one))).toEqual([])
  })
})
