import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { qrSvg } from '#server/documents/verification.ts'

/** The modules of a drawing, ten dots each with white around, as a camera would see them. */
function picture(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const side = (size + 8) * 10
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = 0; row < 10; row++)
      for (let column = 0; column < Number(width) * 10; column++)
        pixels.fill(
          0,
          at(Number(x) * 10 + column, Number(y) * 10 + row),
          at(Number(x) * 10 + column, Number(y) * 10 + row) + 3,
        )
  return { pixels, side }
  function at(x: number, y: number) {
    return ((y + 40) * side + x + 40) * 4
  }
}

// spec: AD-33
it.each([
  'https://diyar.exemple.dz/verifier/K7QM-4T2X-9PBD',
  'http://192.168.100.200:65535/verifier/0000-0000-0000',
  'é <script>"&"</script> عقار',
])('is read by a decoder: %s', (texte) => {
  const { pixels, side } = picture(qrSvg(texte))
  expect(jsQR(pixels, side, side)?.data).toBe(texte)
})

it('holds nothing but its modules, and refuses what would be too fine', () => {
  expect(qrSvg('"><script>')).toMatch(/^<svg [^<>]*><path d="[Mhvz\d -]+"\/><\/svg>$/)
  expect(qrSvg('x'.repeat(300))).toContain('<path')
  expect(() => qrSvg('x'.repeat(301))).toThrow(RangeError)
})
