import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, type Pool } from '#server/documents/documents-pool.ts'
import { describeMoteur, renderPdf, stopPdf } from '#server/documents/pdf.ts'
import { AppError } from '#server/http/errors.ts'
import { packageRoot } from '#server/package-root.ts'
import { fichierDe } from '#features/papiers/server/press/pdf.ts'
import { fichierDuRecu } from '#features/papiers/server/papers/recu.ts'
import { vueReleve } from '#features/papiers/server/papers/releve.ts'
import { unPromoteur, unClient, unRecu, uneVente } from '#test/harness/papiers.ts'
import { unPng } from '#test/harness/images.ts'
import { picturesOf, readPdf } from '#test/harness/pdf.ts'

const WASM = '@myriaddreamin/typst-ts-web-compiler'
const PAPIER = 'features/papiers/server/press/papier.typ'

const folders: string[] = []
const pools: Pool[] = []
/** An installation from which packages were taken away: the process of documents, and of node_modules only what is named. */
function installed(...packages: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'diyar-moteur-'))
  folders.push(folder)
  for (const name of ['documents-child.mjs', 'moteur.mjs', 'polices.mjs'])
    cpSync(join(packageRoot, 'server/documents', name), join(folder, name))
  mkdirSync(join(folder, 'node_modules/@myriaddreamin'), { recursive: true })
  for (const name of ['@expo-google-fonts', ...packages])
    symlinkSync(join(packageRoot, 'node_modules', name), join(folder, 'node_modules', name))
  const pool = createPool({ children: 1, child: join(folder, 'documents-child.mjs') })
  pools.push(pool)
  return { pool, from: join(folder, 'main.js') }
}
const read = async (bytes: Buffer) => (await readPdf(bytes)).pages

let sansNatif: ReturnType<typeof installed>
beforeAll(() => {
  sansNatif = installed(WASM)
})
afterAll(async () => {
  await Promise.all([stopPdf(), ...pools.map((pool) => pool.stop())])
  for (const folder of folders) rmSync(folder, { recursive: true })
})

// spec: RE-83
describe('without the native compiler', () => {
  const details = 'ɛɣṭčǧ ⵣⴰⵎⴰⵣⵉⵖ عبد الرزاق ٢٠٢٦ ✓ € '.repeat(6)
  it.each([
    ['a receipt', PAPIER, fichierDuRecu(unRecu())],
    [
      'a receipt in many scripts',
      PAPIER,
      fichierDuRecu(unRecu({ details, adressePublique: 'https://diyar.exemple.dz' })),
    ],
    ['a word that is set plainly', PAPIER, fichierDuRecu(unRecu({ details: 'aب'.repeat(1_000) }))],
    [
      'a statement of pages',
      PAPIER,
      fichierDe([
        vueReleve({
          langue: 'fr',
          promoteur: unPromoteur,
          etabliLe: '2026-11-22',
          portee: 'client',
          groupes: [{ client: unClient, ventes: [uneVente(110), uneVente(3)] }],
        }),
      ]),
    ],
  ])(
    '%s is made all the same, word for word and page for page',
    async (_what, template, vue) => {
      const natif = await read(await renderPdf(template, vue))
      const wasm = await read(await renderPdf(template, vue, { pool: sansNatif.pool }))
      expect(wasm).toEqual(natif)
      expect(wasm.join('').length).toBeGreaterThan(500)
    },
    120_000,
  )

  it('draws the logo, and the next paper without it', async () => {
    const logo = { id: '00000000-0000-4000-8000-000000000000', taille: unPng().length, type: 'image/png' }
    const files = { read: () => Readable.from([unPng()]) }
    const options = { pool: sansNatif.pool }
    const drawn = await renderPdf(PAPIER, fichierDuRecu(unRecu()), { ...options, logo, files })
    expect(await picturesOf(drawn)).toHaveLength(1)
    expect(await picturesOf(await renderPdf(PAPIER, fichierDuRecu(unRecu()), options))).toEqual([])
  }, 120_000)

  it('has one process make many, and says at the start that it will be slower', async () => {
    await renderPdf(PAPIER, fichierDuRecu(unRecu()), { pool: sansNatif.pool })
    const pids = sansNatif.pool.pids()
    for (let made = 0; made < 10; made += 1)
      await renderPdf(PAPIER, fichierDuRecu(unRecu()), { pool: sansNatif.pool })
    expect(sansNatif.pool.pids()).toEqual(pids)
    expect(describeMoteur(sansNatif.from)).toMatch(
      /^les documents sont composés par le compilateur WebAssembly, plus lent/,
    )
  }, 120_000)
})

// spec: RE-83
it('without either the start says so, and every paper is refused with that sentence', async () => {
  const { pool, from } = installed()
  expect(describeMoteur(from)).toBe(
    "aucun document ne peut être imprimé : le compilateur des documents n'est pas installé sur le serveur.",
  )
  const error: unknown = await renderPdf(PAPIER, fichierDuRecu(unRecu()), { pool }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  if (!(error instanceof AppError)) return
  expect([error.status(), error.message]).toEqual([
    503,
    "Aucun document ne peut être imprimé : le compilateur des documents n'est pas installé sur le serveur.",
  ])
})

it('with the native one nothing is said', () => {
  expect(describeMoteur()).toBeNull()
})
