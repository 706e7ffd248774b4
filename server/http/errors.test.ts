import { existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { refuse, toAppError } from '#server/http/errors.ts'
import { features } from '#server/registry.ts'
import { communesErreurs, defineErreurs, refusal, type Erreur } from '#shared/erreurs.ts'
import { formatMontant } from '#shared/argent.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

describe('the refusals of all features', () => {
  it('have a sentence, which cannot be written without its parameters', () => {
    // @ts-expect-error: no sentence
    defineErreurs({ perdu: { status: 404 } })
    const { versementDepasse } = paiementsErreurs
    // @ts-expect-error: the sentence needs the amount that remains
    expect(() => refuse(versementDepasse)).toThrow()
    expect(refuse(versementDepasse, { reste: 250_000 }).body()).toEqual({
      message: `Le versement dépasse le reste à payer (${formatMontant(250_000)}).`,
    })
    // @ts-expect-error: this one has no parameter
    expect(refusal(communesErreurs.conflit, { reste: 1 }).field).toBeNull()
  })

  it('each refuse with a status of a client, or say that the service is not there', async () => {
    const paths = readdirSync('features').flatMap((noun) => {
      const path = `features/${noun}/${noun}.erreurs.ts`
      return existsSync(path) ? [`#${path}`] : []
    })
    const modules = await Promise.all(
      paths.map(
        async (path) => (await import(/* @vite-ignore */ path)) as Record<string, Record<string, Erreur>>,
      ),
    )
    const all = [communesErreurs, ...modules.flatMap((module) => Object.values(module))].flatMap(
      Object.entries,
    )
    expect(all.length).toBeGreaterThan(150)
    for (const [code, { status }] of all)
      expect([code, status === 503 || (status >= 400 && status < 500)]).toEqual([code, true])
  })

  it('name constraints that the database has', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint union select indexname from pg_indexes`.execute(t.db)
    const there = new Set(rows.map(({ name }) => name))
    const named = Object.values(features).flatMap(({ constraints = {} }) => Object.keys(constraints))
    expect(named.filter((name) => !there.has(name))).toEqual([])
    expect(named).toContain('ventes_une_ouverte')
    expect(new Set(named).size).toBe(named.length)
  })

  it('say of a constraint what its feature says, on the field concerned', () => {
    const violated = (constraint: string) => toAppError({ constraint, code: '23505', severity: 'ERROR' })
    const taken = structureErreurs.residenceNomPris.message({ action: 'la création' })
    expect(violated('residences_nom_unique')?.body()).toEqual({ message: taken, errors: { nom: [taken] } })
    expect(taken).toBe('Erreur lors de la création. Vérifiez que le nom est unique.')
    expect(violated('ventes_une_ouverte')?.body()).toEqual({
      message: 'Ce bien est déjà assigné à un client.',
    })
    expect(violated('ventes_client')?.is(communesErreurs.conflit)).toBe(true)
    expect(violated('inconnue')?.is(communesErreurs.conflit)).toBe(true)
  })
})
