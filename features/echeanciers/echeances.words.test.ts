import { describe, expect, it } from 'vitest'
import { describeEtat } from '#features/echeanciers/echeances.words.ts'

describe('the state of an échéance', () => {
  it('tells how late it is, days grouped as every number', () => {
    const tell = (jours_retard: number) => describeEtat({ etat: 'en_retard', jours_retard })
    expect([1, 1006].map(tell)).toEqual(['En retard de 1 jour', 'En retard de 1\u202F006 jours'])
  })
})
