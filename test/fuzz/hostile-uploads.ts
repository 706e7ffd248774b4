import { crc32 } from 'node:zlib'

/** An upload that somebody may send instead of a plan: the body of one multipart request, and what must become of it. */
export interface Upload {
  what: string
  body: Buffer
  /** Type of the request; without, the multipart type with the boundary of `body`. */
  type?: string
  /** Status of the refusal, or the bytes that must come back. */
  expected: 400 | 413 | 415 | 422 | 'kept' | 'without plan'
  content: Buffer
}

const BOUNDARY = 'x-diyar-bord'
const MO10 = 10 * 1024 * 1024

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`
export const pdf = (inside = '1 0 obj<</Type/Catalog>>endobj') =>
  Buffer.from(`%PDF-1.7\n${inside}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)

const text = (name: string, value: string) =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const END = Buffer.from(`--${BOUNDARY}--\r\n`)

interface Part {
  content: Buffer | string
  disposition?: string
  type?: string
}
const filePart = ({
  content,
  disposition = 'name="plan_pdf"; filename="plan.pdf"',
  type = 'application/pdf',
}: Part) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

const padded = (size: number) => {
  const start = Buffer.from('%PDF-1.7\n')
  const end = Buffer.from('\n%%EOF\n')
  return Buffer.concat([start, Buffer.alloc(size - start.length - end.length, 'a'), end])
}

/** A PNG of one chunk, its checksum right. */
const png = () => {
  const chunk = Buffer.from(
    'IHDR\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0001\u0008\u0000\u0000\u0000\u0000',
    'latin1',
  )
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n\u0000\u0000\u0000\r', 'latin1'), chunk, sum])
}

const HTML = '<!doctype html><script>alert(document.cookie)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

/** Not a PDF, whatever the name and the declared type say. */
const notPdf: [string, Buffer | string][] = [
  ['an HTML page', HTML],
  ['an SVG drawing', SVG],
  ['an SVG drawing with a declaration', `<?xml version="1.0"?>${SVG}`],
  ['a script', 'alert(1)'],
  ['a picture', png()],
  ['an archive', Buffer.from('PK\u0003\u0004', 'latin1')],
  ['a program', Buffer.from('MZ\u0090\u0000', 'latin1')],
  ['a page with a PDF behind it', Buffer.concat([Buffer.from(HTML), pdf()])],
  ['an archive with a PDF behind it', Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), pdf()])],
  ['a page that holds a PDF', `<pre>${pdf().toString()}`],
  ['JSON that holds a PDF', JSON.stringify({ plan: pdf().toString() })],
  ['a PDF that begins after 1,024 bytes', Buffer.concat([Buffer.alloc(1020, ' '), pdf()])],
  ['a PDF in capitals of another kind', Buffer.from(pdf().toString().replace('%PDF', '%pdf'))],
  ['a PDF in UTF-16', Buffer.from(pdf().toString(), 'utf16le')],
  ['the five first bytes', '%PDF-'],
  ['a truncated PDF', pdf().subarray(0, 40)],
  ['a PDF whose end is far from its end', Buffer.concat([pdf(), Buffer.alloc(4096, 'x')])],
  ['nothing at all', ''],
  ['one byte', '%'],
  ['ten mebibytes of nothing', Buffer.alloc(MO10)],
]

/** A PDF however odd it is: what opens it is the reader's affair, and it is only ever served as a PDF. */
const odd: [string, Part][] = [
  ['exactly ten mebibytes', { content: padded(MO10) }],
  ['ten mebibytes less a byte', { content: padded(MO10 - 1) }],
  [
    'an encrypted PDF',
    { content: pdf('2 0 obj<</Filter/Standard/V 5/R 6>>endobj trailer<</Encrypt 2 0 R>>') },
  ],
  ['a PDF after a byte order mark', { content: Buffer.concat([Buffer.from('\uFEFF'), pdf()]) }],
  ['a PDF after a blank line', { content: Buffer.concat([Buffer.from('\r\n\n'), pdf()]) }],
  ['a PDF after zeros', { content: Buffer.concat([Buffer.alloc(512), pdf()]) }],
  [
    'a PDF after the head of a mail',
    {
      content: Buffer.concat([
        Buffer.from('Content-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n'),
        pdf(),
      ]),
    },
  ],
  ['a PDF with a script', { content: pdf('3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj') }],
  ['a PDF with a page behind it', { content: Buffer.concat([pdf(), Buffer.from(HTML)]) }],
  ['a PDF that holds the boundary of another form', { content: pdf('\r\n--x-diyar-autre--\r\n') }],
  [
    'a PDF with every byte',
    { content: pdf(Buffer.from(Array.from({ length: 256 }, (_, n) => n)).toString('latin1')) },
  ],
  ['a PDF said to be a page', { content: pdf(), type: 'text/html' }],
  ['a PDF said to be nothing', { content: pdf(), type: 'application/octet-stream' }],
  [
    'a name that climbs',
    { content: pdf(), disposition: 'name="plan_pdf"; filename="../../../../etc/cron.d/x.pdf"' },
  ],
  [
    'a name that climbs on Windows',
    { content: pdf(), disposition: 'name="plan_pdf"; filename="..\\\\..\\\\x.pdf"' },
  ],
  ['an absolute name', { content: pdf(), disposition: 'name="plan_pdf"; filename="/etc/passwd"' }],
  [
    'a name with line ends',
    { content: pdf(), disposition: 'name="plan_pdf"; filename="a%0D%0ASet-Cookie: x=1.pdf"' },
  ],
  [
    'a name in Arabic, upside down',
    { content: pdf(), disposition: 'name="plan_pdf"; filename="\u202Efdp.مخطط.exe"' },
  ],
  [
    'a name of a thousand letters',
    { content: pdf(), disposition: `name="plan_pdf"; filename="${'é'.repeat(1000)}.pdf"` },
  ],
  ['a name of another kind', { content: pdf(), disposition: 'name="plan_pdf"; filename="page.html"' }],
  [
    'a name in the newer spelling',
    { content: pdf(), disposition: 'name="plan_pdf"; filename*=UTF-8\'\'..%2F..%2Fx%00.pdf' },
  ],
]

/** Forms that are not what they should be. */
const broken: [string, Buffer[], Upload['expected'], string?][] = [
  ['ten mebibytes and a byte', [filePart({ content: padded(MO10 + 1) }), END], 413],
  ['two plans', [filePart({ content: pdf() }), filePart({ content: pdf() }), END], 400],
  [
    'a plan in another part',
    [filePart({ content: pdf(), disposition: 'name="autre"; filename="plan.pdf"' }), END],
    400,
  ],
  ['a path of the server as the plan', [text('plan_pdf', '/etc/passwd'), END], 'without plan'],
  ['a path of a stored plan as the plan', [text('plan_pdf', 'plans/00/x.pdf'), END], 'without plan'],
  [
    'an empty file field, as a browser sends it',
    [filePart({ content: '', disposition: 'name="plan_pdf"; filename=""' }), END],
    'without plan',
  ],
  ['a form that stops in the middle of the file', [filePart({ content: pdf() }).subarray(0, -20)], 400],
  ['a form that never ends', [filePart({ content: pdf() })], 400],
  ['a form without its boundary', [filePart({ content: pdf() }), END], 400, 'multipart/form-data'],
  [
    'a form with an empty boundary',
    [filePart({ content: pdf() }), END],
    400,
    'multipart/form-data; boundary=""',
  ],
  [
    'a form with an endless boundary',
    [filePart({ content: pdf() }), END],
    400,
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
  ],
  [
    'a form with another boundary',
    [filePart({ content: pdf() }), END],
    400,
    'multipart/form-data; boundary=autre',
  ],
  ['sixty fields', [...Array.from({ length: 60 }, (_, n) => text(`champ${n}`, 'x')), END], 400],
  ['a field of a megabyte', [text('description', 'x'.repeat(2 ** 20)), END], 413],
]

/** `fields` are those of a form that would be accepted. */
export function hostileUploads(fields: Record<string, string>): Upload[] {
  const around = Object.entries(fields).map(([name, value]) => text(name, value))
  const upload = (
    what: string,
    parts: Buffer[],
    expected: Upload['expected'],
    content: Buffer,
    type?: string,
  ) => ({
    what,
    body: Buffer.concat([...around, ...parts]),
    expected,
    content,
    ...(type && { type }),
  })
  return [
    ...notPdf.map(([what, content]) => upload(what, [filePart({ content }), END], 422, Buffer.alloc(0))),
    ...odd.map(([what, part]) => upload(what, [filePart(part), END], 'kept', Buffer.from(part.content))),
    ...broken.map(([what, parts, expected, type]) => upload(what, parts, expected, Buffer.alloc(0), type)),
  ]
}
