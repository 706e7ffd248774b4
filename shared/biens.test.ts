import { describe, expect, it } from 'vitest'
import { prixAuMetreCarre } from '#shared/biens.ts'

describe('the price per m²', () => {
  it('is rounded to the centime, and none without an area', () => {
    expect(prixAuMetreCarre(100_000_000, 8050)).toBe(1_242_236)
    expect(prixAuMetreCarre(9_999_999_999_999, 1)).toBe(999_999_999_999_900)
    expect(prixAuMetreCarre(100, 0)).toBeNull()
  })
})
