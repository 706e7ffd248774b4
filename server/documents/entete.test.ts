import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { createPool } from '#server/documents/documents-pool.ts'
import { createVuePapier, type IdentiteLegale, type PromoteurImprime } from '#server/documents/papier.ts'
import { renderPdf } from '#server/documents/pdf.ts'
import { fichierDe } from '#features/papiers/server/press/pdf.ts'
import { recuPdf, vueRecu } from '#features/papiers/server/papers/recu.ts'
import { unJpeg, unPng } from '#test/harness/images.ts'
import { unPromoteur, unRecu } from '#test/harness/papiers.ts'
import { picturesOf, readPdf } from '#test/harness/pdf.ts'

const pool = createPool({ children: 1 })
afterAll(() => pool.stop())

const identite: IdentiteLegale = {
  rc: '31/00-0123456 B 12',
  nif: '001231012345678',
  nis: null,
  ai: '',
  agrement: '2014/0123',
  tnpi: '4567',
  capital: 1_000_000_050,
}
/** A promoter whose logo is these bytes, and where they are. */
let rank = 0
function withLogo(octets: Uint8Array, type = 'image/png') {
  const logo = { id: `logo-${++rank}`, taille: octets.length, type }
  let readings = 0
  const files = {
    read: () => {
      readings += 1
      return Readable.from([octets])
    },
  }
  const promoteur: PromoteurImprime = { ...unPromoteur, logo }
  return { promoteur, logo, files, readings: () => readings }
}

describe('the head of a paper', () => {
  it('says in one line what the law knows the promoter by, of what is filled in', () => {
    const vue = createVuePapier({ ...unPromoteur, identite }, 'Titre', '', '2026-11-22')
    expect(vue.promoteur?.legal.replace(/[\u00A0\u202F]/g, ' ')).toBe(
      'RC 31/00-0123456 B 12 · NIF 001231012345678 · Agrément 2014/0123 · TNPI 4567 · Capital 10 000 000,50 DA',
    )
    expect(vue.couleur).toBe('#0f6e84')
    const nothing = Object.fromEntries(Object.keys(identite).map((champ) => [champ, null]))
    expect(
      createVuePapier({ ...unPromoteur, identite: nothing as never }, 'Titre', '', '2026-11-22').promoteur,
    ).toEqual(createVuePapier(unPromoteur, 'Titre', '', '2026-11-22').promoteur)
  })

  it('bears the Arabic name on Arabic papers, else the other, and leaves numbers as they are read', async () => {
    const nomAr = 'شركة الباهية'
    const arabe = createVuePapier({ ...unPromoteur, nomAr, identite }, 'شهادة دفع', '', '2026-11-22', 'ar')
    expect(arabe.promoteur?.nom).toContain(nomAr)
    expect(arabe.promoteur?.lignes[1]).toMatch(/^\u2066041\u202F33\u202F21\u202F45 · .*\u2069$/)
    expect(arabe.etabli).toBe('22/11/2026')
    const sans = createVuePapier(unPromoteur, 'شهادة دفع', '', '2026-11-22', 'ar')
    expect(sans.promoteur?.nom).toBe(unPromoteur.nom)
    const vue = fichierDe([{ ...vueRecu(unRecu()), papier: arabe }])
    const { text } = await readPdf(await renderPdf('features/papiers/server/press/papier.typ', vue, { pool }))
    for (const word of ['شركة', 'الباهية', 'شهادة', '041 33 21 45', 'صفحة']) expect(text).toContain(word)
  })

  it('is drawn in the colour of the promoter', async () => {
    const plain = await recuPdf(unRecu(), { pool })
    const red = await recuPdf(unRecu({ promoteur: { ...unPromoteur, couleur: '#b03020' } }), { pool })
    expect(await picturesOf(red)).toEqual([])
    expect((await readPdf(red)).text).toBe((await readPdf(plain)).text)
    expect(red.equals(plain)).toBe(false)
  })

  it('has the logo, 25 mm wide, no higher than that, and reads it once', async () => {
    const wide = withLogo(unPng(400, 200))
    const recu = unRecu({ promoteur: wide.promoteur })
    expect(await picturesOf(await recuPdf(recu, { pool, files: wide.files }))).toEqual([
      { page: 1, largeur: 25, hauteur: 12.5 },
    ])
    await recuPdf(recu, { pool, files: wide.files })
    expect(wide.readings()).toBe(1)
    const high = withLogo(unPng(100, 1000))
    expect(
      await picturesOf(await recuPdf(unRecu({ promoteur: high.promoteur }), { pool, files: high.files })),
    ).toEqual([{ page: 1, largeur: 2.5, hauteur: 25 }])
    const jpeg = withLogo(unJpeg(), 'image/jpeg')
    expect(
      await picturesOf(await recuPdf(unRecu({ promoteur: jpeg.promoteur }), { pool, files: jpeg.files })),
    ).toHaveLength(1)
    // The next paper of the same process has no logo when its promoter has none.
    expect(await picturesOf(await recuPdf(unRecu(), { pool, files: jpeg.files }))).toEqual([])
  })

  it('goes without a logo that cannot be drawn or read', async () => {
    const plain = (await readPdf(await recuPdf(unRecu(), { pool }))).text
    for (const octets of [Buffer.from('<svg/>'), unPng(400, 200).subarray(0, 80), Buffer.alloc(0)]) {
      const bad = withLogo(octets)
      for (const _again of [1, 2]) {
        const pdf = await recuPdf(unRecu({ promoteur: bad.promoteur }), { pool, files: bad.files })
        expect(await picturesOf(pdf)).toEqual([])
        expect((await readPdf(pdf)).text).toBe(plain)
      }
    }
    const gone = withLogo(unPng())
    const files = { read: () => Readable.from(failing()) }
    const pdf = await recuPdf(unRecu({ promoteur: gone.promoteur }), { pool, files })
    expect(await picturesOf(pdf)).toEqual([])
    // With the file back, the paper has its logo again.
    const again = await recuPdf(unRecu({ promoteur: gone.promoteur }), { pool, files: gone.files })
    expect(await picturesOf(again)).toHaveLength(1)
  })
})

it('is given where the logo is by whoever makes a paper', () => {
  const routes = Object.entries(
    import.meta.glob<string>(['/features/*/server/*.routes.ts', '/features/*/server/feature.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  )
  const calls = routes.flatMap(([path, text]) =>
    [...text.matchAll(/\b\w+Pdf(?=\()/g)].map(({ 0: name, index }) => {
      const given = argumentsAt(text, index + name.length)
      return { path, name, given: /\bfiles\b/.test(given) }
    }),
  )
  expect(calls.length).toBeGreaterThan(8)
  expect(calls.filter(({ given }) => !given)).toEqual([])
})

/** Text between this bracket and the one that closes it. */
function argumentsAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

async function* failing(): AsyncGenerator<Buffer> {
  yield await Promise.reject(new Error('the store is away'))
}
