// `npm run bench`: builds the measuring programs when their sources have changed, and runs them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { fingerprint, outside } from './build.mjs'

const FOLDER = '.banc'
const CONFIG = 'build/vite.server.config.ts'
const PRINT = join(FOLDER, 'empreinte')

const sources = () =>
  fingerprint(
    ['package-lock.json', CONFIG, 'bench', 'server', 'db', 'shared', 'features', 'test'],
    outside('web'),
  )

const isCurrent = () => existsSync(PRINT) && readFileSync(PRINT, 'utf8') === sources()

async function build() {
  if (isCurrent()) return
  console.log('Diyar : construction (banc)…')
  const print = sources()
  const vite = await import('vite')
  await vite.build({
    configFile: CONFIG,
    mode: 'banc',
    logLevel: 'warn',
    build: { outDir: join(FOLDER, 'server') },
  })
  writeFileSync(PRINT, print)
}

if (!isCurrent()) await alone(build)
if (!process.argv.includes('--construire')) {
  const child = spawn(process.execPath, [join(FOLDER, 'server', 'bench.js')], {
    stdio: 'inherit',
    env: { ...process.env, DIYAR_BANC: FOLDER },
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
