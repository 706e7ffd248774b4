import { expect, it } from 'vitest'
import { zip } from '#shared/zip.ts'

it('pairs by place, whatever the values are', () => {
  expect(zip([3, 1], ['c', 'a'])).toEqual([
    [3, 'c'],
    [1, 'a'],
  ])
  expect(zip([1], [undefined])).toEqual([[1, undefined]])
  expect(zip([], [])).toEqual([])
})

it('loses no item of the longer list', () => {
  expect(() => zip([1, 2], ['a'])).toThrow('2 items cannot be paired with 1')
  expect(() => zip([1], ['a', 'b'])).toThrow('1 items cannot be paired with 2')
})
