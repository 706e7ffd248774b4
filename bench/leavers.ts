import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { BASE } from '#shared/endpoint.ts'
import { CALLS } from '../bench/calls.ts'

type Headers = Record<string, string>

/** Each way to go away before the answer: what is sent, and how long the caller stays. */
const WAYS: ((write: (method: string, path: string, body?: Half) => void, index: number) => number)[] = [
  // A list that the screen no longer wants.
  (write, index) => (write('GET', pathOf(index)), index % 20),
  // Many at once on one connection, none of them read.
  (write, index) => {
    for (let n = 0; n < 20; n++) write('GET', pathOf(index + n))
    return index % 20
  },
  // A form whose connection breaks while it is sent: nothing of it may be recorded.
  (write) => (
    write('POST', `${BASE}/api/paiements`, { type: 'application/json', length: 200, sent: '{"ver' }),
    20
  ),
  // A plan, cut.
  (write) => {
    const sent = `--b\r\ncontent-disposition: form-data; name="planPdf"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${'x'.repeat(20_000)}`
    write('POST', `${BASE}/api/residences`, {
      type: 'multipart/form-data; boundary=b',
      length: 9_000_000,
      sent,
    })
    return 20
  },
  // A workbook, a paper, given up while they are made.
  (write) => (write('GET', `${BASE}/api/recap-paiements/export`), 50),
  (write, index) => (write('GET', `${BASE}/api/paiement/print-single/${1 + (index % 1000)}`), 15),
]

/** A body of which only the beginning is sent. */
interface Half {
  type: string
  length: number
  sent: string
}

const pathOf = (index: number) => CALLS[index % CALLS.length]?.path ?? ''

/** Makes a call, or several, and goes away before the answer, each way by turns: by a reset, and as a closed tab does. */
export async function leave(url: string, headers: Headers, index: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const turn = Math.floor(index / 10)
  const stay = WAYS[turn % WAYS.length]?.((...parts) => request(socket, headers, ...parts), turn)
  await setTimeout(stay)
  if (Math.floor(turn / WAYS.length) % 2 === 0) socket.resetAndDestroy()
  else socket.destroy()
}

function request(socket: Socket, headers: Headers, method: string, path: string, body?: Half): void {
  const lines = {
    host: 'localhost',
    ...headers,
    ...(body && { 'content-type': body.type, 'content-length': String(body.length) }),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body?.sent ?? ''}`)
}
