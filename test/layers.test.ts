import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * What stands on what: a feature imports from those named before it, never from one after it. What a low one needs from a
 * high one is given to it by `web/app` or by its caller, or belongs higher, or knows no feature and belongs in `web/kit`.
 */
const BELOW_SALES = linesOf(`
  journal
  acces
  membres
  profil
  echeancier
  parametres
  promoteur
  charges
  clients
  residences
  blocs
  etages
`)
const ABOVE_BIENS = linesOf(`
  pieces
  dossiers
  documents
  echeances
  cheques
  registres
  verification
  suivi
  prix
  appartements
  locaux
  parkings
  recap
  recherche
  tableau-de-bord
  sauvegardes
  sante
  plan-de-vente
  generation
  imports
  fiches
`)
const ORDER = {
  // On the server a bien is what is sold; on the screen it shows its sale and its payments.
  server: [...BELOW_SALES, 'biens', 'options', 'stades', 'ventes', 'paiements', ...ABOVE_BIENS],
  web: [...BELOW_SALES, 'options', 'stades', 'ventes', 'paiements', 'biens', ...ABOVE_BIENS],
  contract: [...BELOW_SALES, 'biens', 'options', 'stades', 'ventes', 'paiements', ...ABOVE_BIENS],
}
type Side = keyof typeof ORDER

/** Arrows that go up although they should not, « clients → ventes ». One that is no longer needed has to be taken out. */
const ALLOWED: Record<Side, readonly string[]> = { server: [], web: [], contract: [] }

const FILES: Record<Side, RegExp> = {
  server: /^[^/]+\/server\/.*\.ts$/,
  web: /^[^/]+\/web\/.*\.tsx?$/,
  contract: /^[^/]+\/[^/]+\.ts$/,
}

/** The sources below a folder, named from there, without their tests. */
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
  )

interface Arrow {
  from: string
  to: string
  file: string
}

/** Imports of other features, also of types, of styles and of parts that are loaded later. */
function arrowsOf(side: Side): Arrow[] {
  const files = sourcesIn('features').filter((file) => FILES[side].test(file))
  return files.flatMap((file) => {
    const from = file.split('/')[0] ?? ''
    const imported = readFileSync(`features/${file}`, 'utf8').matchAll(/'#features\/([^/']+)\//g)
    return [...new Set([...imported].map(([, to = '']) => to))]
      .filter((to) => to !== from)
      .map((to) => ({ from, to, file }))
  })
}

/** What is wrong: an arrow that goes up and is not allowed, an allowance that no arrow needs. */
function complaints(
  arrows: readonly Arrow[],
  order: readonly string[],
  allowed: readonly string[],
): string[] {
  const up = arrows.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from))
  const name = ({ from, to }: Arrow) => `${from} → ${to}`
  return [
    ...up
      .filter((arrow) => !allowed.includes(name(arrow)))
      .map((arrow) => `${arrow.file}: « ${name(arrow)} » goes up, ${arrow.to} stands above ${arrow.from}`),
    ...allowed
      .filter((allowance) => !up.some((arrow) => name(arrow) === allowance))
      .map((allowance) => `« ${allowance} » is allowed and no longer needed`),
  ]
}

describe('the features', () => {
  it.each(['web', 'server', 'contract'] as const)('import downwards: %s', (side) => {
    const arrows = arrowsOf(side)
    expect(arrows.length).toBeGreaterThan(10)
    expect(complaints(arrows, ORDER[side], ALLOWED[side])).toEqual([])
  })

  it('each have their place', () => {
    for (const side of ['web', 'server', 'contract'] as const)
      expect(readdirSync('features').filter((feature) => !ORDER[side].includes(feature))).toEqual([])
  })

  it('are composed by web/app, which none of them and no part of the kit knows', () => {
    const files = ['features', 'web/kit'].flatMap((folder) =>
      sourcesIn(folder).map((file) => `${folder}/${file}`),
    )
    const knowing = files.filter((file) => readFileSync(file, 'utf8').includes("'#web/app/"))
    expect(files.length).toBeGreaterThan(300)
    expect(knowing).toEqual([])
  })
})

describe('an arrow', () => {
  const arrow = (from: string, to: string): Arrow => ({ from, to, file: `${from}.ts` })

  it('that goes up is told, with its file', () => {
    expect(complaints([arrow('a', 'b'), arrow('b', 'a')], ['a', 'b'], [])).toEqual([
      'a.ts: « a → b » goes up, b stands above a',
    ])
  })

  it('that is allowed is not, until it is gone', () => {
    expect(complaints([arrow('a', 'b')], ['a', 'b'], ['a → b'])).toEqual([])
    expect(complaints([arrow('b', 'a')], ['a', 'b'], ['a → b'])).toEqual([
      '« a → b » is allowed and no longer needed',
    ])
  })
})

function linesOf(text: string): string[] {
  return text.trim().split(/\s+/)
}
