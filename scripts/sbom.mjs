// `node scripts/sbom.mjs [file]`: writes the CycloneDX bill of materials to a file or to the screen, offline.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const npm = process.env.npm_execpath
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--offline']
const { status, stdout, stderr, error } = spawnSync(
  npm ? process.execPath : 'npm',
  npm ? [npm, ...args] : args,
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: !npm && process.platform === 'win32',
  },
)
if (status !== 0) {
  console.error(error?.message ?? stderr)
  process.exitCode = 1
} else if (process.argv[2]) writeFileSync(process.argv[2], stdout)
else process.stdout.write(stdout)
