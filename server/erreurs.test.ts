import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contraintes, erreurs, mergeOnce, sentence, type ErrorCode } from '#server/erreurs.ts'
import { AppError, toAppError } from '#server/http/errors.ts'
import { defineErreurs } from '#shared/erreurs.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

describe('the refusals of all features', () => {
  it('are one table: a code that two have, or one without its sentence, does not compile', () => {
    const one = { perdu: { status: 404, message: 'Perdu.' } } as const
    const two = { pris: { status: 409, message: 'Pris.' } } as const
    expect(mergeOnce([one, two] as const)).toEqual({ ...one, ...two })
    // @ts-expect-error: both say what « perdu » means
    mergeOnce([one, two, { perdu: { status: 410, message: 'Parti.' } }] as const)
    // @ts-expect-error: no sentence
    defineErreurs({ perdu: { status: 404 } })
    // @ts-expect-error: the sentence needs the amount that remains
    expect(new AppError('versementDepasse')).toBeInstanceOf(Error)
    // @ts-expect-error: nobody has such a code
    expect(new AppError('perdu')).toBeInstanceOf(Error)
  })

  it('each refuse with a status of a client, or say that the service is not there', () => {
    for (const [code, { status }] of Object.entries(erreurs))
      expect([code, status === 503 || (status >= 400 && status < 500)]).toEqual([code, true])
  })

  it('name constraints that the database has', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint union select indexname from pg_indexes`.execute(t.db)
    const there = new Set(rows.map(({ name }) => name))
    expect(Object.keys(contraintes).filter((name) => !there.has(name))).toEqual([])
    expect(Object.keys(contraintes)).toContain('ventes_une_ouverte')
  })

  it('say of a constraint what its feature says, on the field concerned', () => {
    const violated = (constraint: string) => toAppError({ constraint, code: '23505', severity: 'ERROR' })
    const taken = sentence('residenceNomPris', { action: 'la création' })
    expect(violated('residences_nom_unique')?.body()).toEqual({ message: taken, errors: { nom: [taken] } })
    expect(taken).toBe('Erreur lors de la création. Vérifiez que le nom est unique.')
    expect(violated('ventes_une_ouverte')?.body()).toEqual({
      message: 'Ce bien est déjà assigné à un client.',
    })
    const conflict: ErrorCode = 'conflit'
    expect(violated('ventes_client')?.code).toBe(conflict)
    expect(violated('inconnue')?.code).toBe(conflict)
  })
})
