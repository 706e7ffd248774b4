import { beforeAll, expect, it } from 'vitest'
import { killCaller } from '#test/faults/appels.ts'
import { killClerk } from '#test/faults/bank.ts'
import { killComptable } from '#test/faults/comptes.ts'
import { killImports } from '#test/faults/imports.ts'
import { carelessCycles, killCycles } from '#test/faults/kills.ts'
import { killEraser } from '#test/faults/codes.ts'
import { killOffice } from '#test/faults/office.ts'
import { killIssuers } from '#test/faults/papers.ts'
import { killRetraits } from '#test/faults/retraits.ts'
import { killSalesman } from '#test/faults/sales.ts'
import { buildCommands } from '#test/harness/processes.ts'

beforeAll(() => buildCommands())

const CYCLES = 3

// `npm run test:long` kills many more times; PostgreSQL alone is killed there, and in embedded.test.ts.
it('kill -9 under eight writers: nothing acknowledged is lost, nothing sent again is done twice', async () => {
  const { lost, doubled, invariants, ...seen } = await killCycles('app', CYCLES)
  expect({ lost, doubled, invariants }).toEqual({ lost: [], doubled: [], invariants: [] })
  expect(seen.acknowledged).toBeGreaterThan(40 * CYCLES)
  // A kill that cuts nobody short proves nothing.
  expect(seen.void).toBe(0)
}, 300_000)

// spec: EN-31
it('kill -9 in the middle of remises of a hundred, clearings, rejections: what was answered is there, and every rule holds', async () => {
  const { wrong, invariants, ...seen } = await killClerk(CYCLES)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(CYCLES)
  expect(seen.told).toBeGreaterThan(CYCLES)
}, 300_000)

// spec: VE-36
it('kill -9 in the middle of stades of a hundred lines, transferts, désistements, refunds: each is there whole or not at all', async () => {
  const { wrong, invariants, ...seen } = await killSalesman(CYCLES)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(CYCLES)
  expect(seen.told).toBeGreaterThan(CYCLES)
}, 300_000)

// spec: AD-30
it('kill -9 while eight issue the same paper: numbers without gap, each that was told is there, a repeat gives it again', async () => {
  const { wrong, invariants, ...seen } = await killIssuers(CYCLES)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(CYCLES)
  expect(seen.told).toBeGreaterThan(CYCLES)
}, 300_000)

// spec: CO-47
it('kill -9 in the middle of appels de fonds that replace each other and of foreseen days, 20 times: whole or not at all', async () => {
  const { wrong, invariants, ...seen } = await killCaller(20)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(20)
  expect(seen.told).toBeGreaterThan(20)
}, 900_000)

// spec: CO-40
it('kill -9 in the middle of transfers for three biens, règlements and closings, 20 times: whole or not at all, numbers without gap', async () => {
  const { wrong, invariants, ...seen } = await killComptable(20)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(20)
  expect(seen.done).toBeGreaterThan(20 * 12)
}, 900_000)

// spec: PA-39
it('kill -9 while eight issue, pay, reject, cede and end one sale: each paper agrees with one moment of it, numbers without gap', async () => {
  const { wrong, invariants, ...seen } = await killOffice(CYCLES)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(CYCLES)
  expect(seen.told).toBeGreaterThanOrEqual(40 * CYCLES)
}, 300_000)

// spec: AD-34
it('kill -9 while payments are deleted, one by one and with the client of their local: each is there, or its code answers in its place', async () => {
  const { wrong, invariants, ...seen } = await killEraser(CYCLES)
  expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
  expect(seen.cut).toBe(CYCLES)
  expect(seen.told).toBeGreaterThan(200)
}, 300_000)

// spec: PO-29, RE-84
it.each(['app', 'postgres'] as const)(
  'kill -9 of %s in the middle of the writing of an import: everything is there or nothing, and the import says which',
  async (victim) => {
    const { wrong, invariants, ...seen } = await killImports(victim, CYCLES)
    expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
    expect(seen.whole + seen.none).toBe(CYCLES)
    // A kill that comes too late each time proves nothing.
    expect(seen.none).toBeGreaterThan(0)
    // Whoever starts the application again waits for nothing; how long the death of PostgreSQL is felt, `npm run test:long` measures.
    expect(victim === 'app' ? seen.refused : 0).toBe(0)
  },
  300_000,
)

// spec: IN-20
it.each(['generations', 'imports'] as const)(
  'kill -9 at ten moments of %s that are taken back: all of it is gone, or all is there',
  async (acts) => {
    const { wrong, invariants, ...seen } = await killRetraits(acts, 10)
    expect({ wrong, invariants }).toEqual({ wrong: [], invariants: [] })
    expect(seen.gone + seen.kept).toBe(10)
    // A kill that comes too late, or too early, each time proves nothing.
    expect(seen.kept).toBeGreaterThan(0)
    expect(seen.gone).toBeGreaterThan(0)
  },
  600_000,
)

it('the same eyes see the loss where PostgreSQL answers before it has written: negative control', async () => {
  const { lost } = await carelessCycles(1)
  expect(lost.length).toBeGreaterThan(0)
}, 300_000)
