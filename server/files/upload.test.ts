import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { diskStore } from '#server/files/disk.ts'
import { startApp } from '#test/harness/app.ts'
import { Browser } from '#test/harness/browser.ts'

const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 << 20, 0x20), Buffer.from('\n%%EOF\n')])

it('an upload that the disk refuses half-way is answered, and does not hold up what comes after it', async () => {
  const t = await startApp()
  await t.member()
  const broken = { ...diskStore(t.files), draft: async () => join(t.files, 'nulle-part', 'brouillon') }
  const app = await createApp({ db: t.db, files: broken })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const karim = new Browser()
  const account = { email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' }
  expect((await karim.call(url, 'POST', '/login', account)).statusCode).toBe(200)
  for (let n = 0; n < 6; n++) {
    const form = new FormData()
    form.set('nom', `Les Pins ${n}`)
    form.set('adresse', 'Oran')
    form.set('plan_pdf', new File([PDF], 'plan.pdf', { type: 'application/pdf' }))
    const { statusCode, json } = await karim.call(url, 'POST', '/api/residences', form)
    expect([statusCode, json]).toEqual([
      503,
      { message: 'Service momentanément indisponible. Réessayez dans un instant.' },
    ])
    // The connection of the upload, if it is kept, serves the next call.
    expect((await karim.call(url, 'GET', '/api/user')).statusCode).toBe(200)
  }
  expect(await t.db.selectFrom('residences').select('id').execute()).toEqual([])
  await app.close()
  await t.close()
})
