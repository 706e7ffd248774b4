import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * On the server a feature imports from those named before it. The few arrows that go up are named in `ALLOWED`: the noun above
 * answers a question of the noun below, and no circle of files comes of it (`import/no-cycle`). Screens and contracts have no
 * order of their own: a page imports what is on it, and nobody but `web/app` imports a page.
 */
const ORDER = linesOf(`
  journal parametres promoteur comptes etats clients acces sauvegardes structure membres options ventes plan-de-vente
  paiements cheques charges echeanciers biens rapports papiers tableau-de-bord prix actes imports generation recherche suivi
`)

/** Arrows that go up. One that no import needs any more has to be taken out. */
const ALLOWED = ['acces → membres', 'ventes → echeanciers', 'ventes → paiements']

const SERVER = /^[^/]+\/server\/.*\.ts$/

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
function arrowsOnServer(): Arrow[] {
  const files = sourcesIn('features').filter((file) => SERVER.test(file))
  return files.flatMap((file) => {
    const from = file.split('/')[0] ?? ''
    const imported = readFileSync(`features/${file}`, 'utf8').matchAll(/'#features\/([^/']+)\//g)
    return [...new Set([...imported].map(([, to = '']) => to))]
      .filter((to) => to !== from)
      .map((to) => ({ from, to, file }))
  })
}

/** Returns the faults: an arrow that goes up and is not allowed, an allowance that no arrow needs. */
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
  it('import downwards on the server', () => {
    const arrows = arrowsOnServer()
    expect(arrows.length).toBeGreaterThan(10)
    expect(complaints(arrows, ORDER, ALLOWED)).toEqual([])
  })

  it('each have their place', () => {
    expect(readdirSync('features').toSorted()).toEqual(ORDER.toSorted())
  })

  it('have pages that web/app alone imports', () => {
    const files = ['features', 'web'].flatMap((folder) =>
      sourcesIn(folder).map((file) => `${folder}/${file}`),
    )
    const running = (file: string) => readFileSync(file, 'utf8').replace(/import type [^']+'[^']+'/g, '')
    const importing = files.filter((file) => /'#features\/[^']*Page\.tsx'/.test(running(file)))
    expect(importing.length).toBeGreaterThan(0)
    expect(importing.filter((file) => !file.startsWith('web/app/'))).toEqual([])
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
