import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readPolices } from '#server/documents/polices.mjs'
import { signesDe, TABLE, table } from '#test/harness/imprimables.ts'

describe('the signs that papers can print', () => {
  it('are those of their fonts; npm run generate imprimables writes them again', () => {
    expect(readFileSync(TABLE, 'utf8')).toBe(table())
  })

  it('and the one that stands for the others has a font', () => {
    expect([...signesDe(readPolices().at(-1) ?? Buffer.alloc(0))]).toEqual([0x25af])
    // No other font has the sign, so that it can stand for nothing else.
    expect(table()).not.toMatch(/\b25af\b/)
  })
})
