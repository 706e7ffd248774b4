import { expect, it } from 'vitest'
import { only } from '#server/database/bulk.ts'

it('takes the one record of an insert of one, and nothing else', () => {
  expect(only([{ id: 7 }])).toEqual({ id: 7 })
  expect(only([0])).toBe(0)
  for (const wrong of [[], [1, 2], [undefined]]) expect(() => only<unknown>(wrong)).toThrow('answers one')
})
