// `npm run dev`: Vite serves the screens with hot reload; the server is built and restarted after each change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { build, createServer } from 'vite'

const inner = await freePort()
process.env.DIYAR_SERVER = `http://127.0.0.1:${inner}`

/** @type {import('node:child_process').ChildProcess | null} */
let server = null
let restarts = Promise.resolve()

const screens = await createServer({
  configFile: 'vite.config.ts',
  server: { port: Number(process.env.PORT) || 3000 },
})
await screens.listen()

const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (
  await build({
    configFile: 'build/vite.server.config.ts',
    logLevel: 'warn',
    build: { watch: {}, emptyOutDir: false },
  })
)
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restarts = restarts.then(restart)
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  // Vite's own listener would end this process before the server has stopped.
  process.removeAllListeners(signal)
  process.once(signal, () => void stop())
}

async function restart() {
  await end()
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/dev/main.js'], {
    // The server of an npm command also stops when its parent has ended.
    env: { npm_lifecycle_event: 'dev', ...process.env, PORT: String(inner), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
    process.stdout.write(
      chunk.toString().replace(/prêt sur \S+/, `prêt sur ${screens.resolvedUrls?.local[0]}`),
    )
  })
  server = child
}

async function end() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function stop() {
  await watcher.close()
  await restarts
  await end()
  await screens.close()
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createSocket().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
