import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebKit } from '../../scripts/programs.mjs'
import { freePort } from '../../test/harness/port.ts'
import { HEIGHT, KEY_MS, takeWorkbooks, type Moteur } from './moteur.ts'

/** How WebDriver writes the keys that type nothing. */
const KEYS: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
}
/** The name under which an answer holds an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Answers the element when it has been the same one, at the same place, under the pointer, for eight frames; null after five
 * seconds. Left to itself the driver scrolls no further than the edge, where a dialog's actions stand over it.
 */
const AT_REST = (element: string) => `
  const done = arguments[arguments.length - 1]
  const begun = Date.now()
  let before = null, place = '', still = 0
  const look = () => {
    const one = ${element}
    if (one !== before) one?.scrollIntoView({ block: 'center' })
    const box = one?.getBoundingClientRect()
    const now = box ? [box.x, box.y, box.width, box.height].join(' ') : ''
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const reached = top && (one.contains(top) || top.contains(one) || [...(one.labels ?? [])].some((label) => label.contains(top)))
    still = reached && one === before && now === place ? still + 1 : 0
    before = one
    place = now
    if (still >= 8) done(one)
    else if (Date.now() - begun > 5000) done(null)
    else requestAnimationFrame(look)
  }
  look()`

/** The browser's window has bars of its own, which would keep it wider than a phone. */
const SLIM = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }'

/** WebKit (WebKitGTK) by its driver, which speaks W3C WebDriver, on a display that nobody sees. */
export async function openWebKit(paths: WebKit): Promise<Moteur> {
  const home = await mkdtemp(join(tmpdir(), 'diyar-webkit-'))
  const downloads = join(home, 'downloads')
  const config = join(home, 'config')
  await mkdir(downloads, { recursive: true })
  await mkdir(join(config, 'gtk-3.0'), { recursive: true })
  await writeFile(join(config, 'gtk-3.0', 'gtk.css'), SLIM)
  await writeFile(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const processes: ChildProcess[] = []
  const start = (path: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(path, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
    })
    processes.push(child)
    // A test that ran out of time is not waited for, and ends nothing itself.
    process.once('exit', () => endGroup(child))
    return child
  }
  const close = async () => {
    for (const child of processes.toReversed()) await kill(child)
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    const screen = start(paths.display, [
      '-displayfd',
      '3',
      '-screen',
      '0',
      '1600x1000x24',
      '-nolisten',
      'tcp',
    ])
    const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
    const port = await freePort()
    start(paths.driver, [`--port=${port}`], {
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      HOME: home,
      XDG_CONFIG_HOME: config,
    })
    const session = await beginSession(`http://127.0.0.1:${port}`, paths.browser)
    return new WebKitGtk(session, downloads, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const over = child.exitCode ?? child.signalCode ?? once(child, 'exit')
  endGroup(child)
  await over
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

const caller =
  (base: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`)
    return value
  }

async function beginSession(base: string, binary: string): Promise<Call> {
  const call = caller(base)
  for (let left = 200; left > 0; left--) {
    try {
      await call('GET', '/status')
      break
    } catch {
      await sleep(50)
    }
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch } })) as {
    sessionId: string
  }
  return caller(`${base}/session/${sessionId}`)
}

class WebKitGtk implements Moteur {
  readonly name = 'WebKit'
  readonly #call: Call
  readonly #downloads: string
  readonly #end: () => Promise<void>
  constructor(call: Call, downloads: string, end: () => Promise<void>) {
    this.#call = call
    this.#downloads = downloads
    this.#end = end
  }

  async load(url: string): Promise<void> {
    await this.#call('POST', '/url', { url })
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.#call('POST', '/execute/sync', { script: `return (${expression})`, args: [] }) as Promise<T>
  }

  /** Clicks an element; one that is drawn anew after it has come to rest can be clicked a moment later. */
  async click(element: string): Promise<void> {
    for (let left = 40; ; left--) {
      try {
        await this.#call('POST', `/element/${await this.#atRest(element)}/click`, {})
        return
      } catch (error) {
        if (left === 0) throw error
        await sleep(100)
      }
    }
  }

  async attach(element: string, file: string): Promise<void> {
    await this.#call('POST', `/element/${await this.#find(element)}/value`, { text: file })
  }

  type(text: string): Promise<void> {
    return this.#keys(
      [...text].flatMap((value) => [down(value), up(value), { type: 'pause', duration: KEY_MS }]),
    )
  }

  press(chord: string): Promise<void> {
    const keys = chord.split('+').map((key) => KEYS[key] ?? key)
    return this.#keys([...keys.map(down), ...keys.toReversed().map(up)])
  }

  async resize(width: number): Promise<void> {
    await this.#call('POST', '/window/rect', { x: 0, y: 0, width, height: HEIGHT })
  }

  async windows(): Promise<number> {
    return ((await this.#call('GET', '/window/handles')) as string[]).length
  }

  async closeOthers(): Promise<void> {
    const [own, ...others] = [
      await this.#call('GET', '/window'),
      ...((await this.#call('GET', '/window/handles')) as string[]),
    ]
    for (const handle of others.filter((other) => other !== own)) {
      await this.#call('POST', '/window', { handle })
      await this.#call('DELETE', '/window')
    }
    await this.#call('POST', '/window', { handle: own })
  }

  takeWorkbooks(): Promise<string[]> {
    return takeWorkbooks(this.#downloads)
  }

  async picture(file: string): Promise<void> {
    await writeFile(file, String(await this.#call('GET', '/screenshot')), 'base64')
  }

  /** The command during which it dies is answered « Could not parse script result »; with the next the driver ends the session. */
  async died(): Promise<boolean> {
    try {
      await this.evaluate('true')
      return false
    } catch (error) {
      return /page crash|invalid session id/.test(String(error))
    }
  }

  async close(): Promise<void> {
    await this.#call('DELETE', '').catch(() => {})
    await this.#end()
  }

  /** The element once it is at rest and nothing stands over it: one that is drawn anew between the two halves of a click hears none. */
  async #atRest(element: string): Promise<string> {
    const found = (await this.#call('POST', '/execute/async', {
      script: AT_REST(element),
      args: [],
    })) as Record<string, string> | null
    if (!found?.[ELEMENT]) throw new Error(`not at rest: ${element}`)
    return found[ELEMENT]
  }

  async #find(element: string): Promise<string> {
    const found = await this.evaluate<Record<string, string> | null>(element)
    if (!found?.[ELEMENT]) throw new Error(`no element: ${element}`)
    return found[ELEMENT]
  }

  async #keys(actions: object[]): Promise<void> {
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })
