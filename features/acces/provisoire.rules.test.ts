import { expect, it } from 'vitest'
import { motDePasse } from '#features/acces/acces.contract.ts'
import { proposeProvisoire } from '#features/acces/provisoire.rules.ts'

const filled = (octet: number) => new Uint8Array(12).fill(octet)

// spec: IN-34
it('has three groups of four signs, none of which is misread, each as likely as another', () => {
  const times = new Map<string, number>()
  for (let octet = 0; octet < 256; octet++) {
    const [sign = ''] = proposeProvisoire(filled(octet))
    times.set(sign, (times.get(sign) ?? 0) + 1)
    expect(proposeProvisoire(filled(octet))).toBe(`${sign.repeat(4)}-${sign.repeat(4)}-${sign.repeat(4)}`)
  }
  expect([...times.keys()].toSorted().join('')).toBe('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')
  expect(new Set(times.values())).toEqual(new Set([8]))
})

// spec: IN-34
it('takes each of its signs from a byte of its own, and satisfies the rule of passwords', () => {
  const octets = new Uint8Array([5, 11, 23, 30, 0, 33, 62, 255, 128, 7, 10, 9])
  expect(proposeProvisoire(octets)).toBe('7DRY-23YZ-29CB')
  expect(motDePasse.safeParse(proposeProvisoire(octets)).success).toBe(true)
})
