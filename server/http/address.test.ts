import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKey } from '#server/http/throttle.ts'

describe('the address that attempts are counted under', () => {
  it.each([
    ['41.100.1.2', '41.100.1.2'],
    ['41.100.1.2:5001', '41.100.1.2'],
    ['41.100.1.2:', '41.100.1.2'],
    [' 41.100.1.2 ', '41.100.1.2'],
    ['[41.100.1.2]:5001', '41.100.1.2'],
    ['::ffff:41.100.1.2', '41.100.1.2'],
    ['::FFFF:2964:0102', '41.100.1.2'],
    ['0:0:0:0:0:ffff:41.100.1.2', '41.100.1.2'],
    ['[::ffff:41.100.1.2]:443', '41.100.1.2'],
    ['64:ff9b::41.100.1.2', '41.100.1.2'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff:1:2:3', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s → %s', (address, key) => expect(addressKey(address)).toBe(key))

  it.each([
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '::1::2',
    '2001:db8',
    '[',
    '[]:1',
    '%eth0',
  ])('%j is no address, like all others that are none', (address) =>
    expect(addressKey(address)).toBe('illisible'),
  )

  it('is the same for every host of a /64, whatever the port, and another for another /64', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
    const net = fc.tuple(group, group, group, group).filter(([first]) => Number.parseInt(first, 16) > 0xff)
    const host = fc.tuple(group, group, group, group)
    fc.assert(
      fc.property(net, net, host, host, fc.nat(65_535), (here, there, one, other, port) => {
        const key = addressKey([...here, ...one].join(':'))
        expect(addressKey(`[${[...here, ...other].join(':')}]:${port}`)).toBe(key)
        expect(addressKey([...there, ...one].join(':')) === key).toBe(here.join() === there.join())
      }),
    )
  })

  it('never fails, whatever a header says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(addressKey(text)).not.toBe('')
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV4(), (v6, v4) => {
        expect(addressKey(v6)).not.toBe('illisible')
        expect(addressKey(`${v4}:80`)).toBe(v4)
      }),
    )
  })
})
