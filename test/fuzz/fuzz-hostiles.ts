import fc from 'fast-check'

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\u202E\u0627',
    '🏠'.repeat(90),
    'x'.repeat(10_000),
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '=HYPERLINK("http://x")',
    'null',
    'undefined',
    '[object Object]',
    '1e3',
    '1,5',
    '0.001',
    '٣',
    '-0',
    '9'.repeat(30),
    '2026-02-30',
    '0000-00-00',
  ),
)
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [1],
    { a: 1 },
    -1,
    0,
    -0,
    0.1,
    1e15,
    2 ** 53,
    2 ** 63,
    1e21,
    Number.MIN_VALUE,
    '__proto__',
    [[[[[[[[]]]]]]]],
    { toString: 1 },
  ),
  fc.array(hostileText, { maxLength: 5 }),
  fc.double(),
)

/** A stock of hostile values for one seed. */
export const hostileValues = (seed: number): unknown[] => fc.sample(hostile, { seed, numRuns: 3000 })

/** A hostile value as an address can carry it: half surrogates cannot be percent-encoded. */
export const asText = (value: unknown, length: number) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .slice(0, length)
    .replace(/\p{Cs}/gu, '\uFFFD')
