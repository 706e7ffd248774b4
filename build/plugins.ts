import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAst, transformWithOxc, type Plugin } from 'vite'

/**
 * Gives the browser the endpoints without their schemas where a module imports nothing else from a contract: zod (15 KB) then comes with
 * the first form, not with the first screen. Decision 26.
 */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'diyar:contracts',
    apply: 'build',
    enforce: 'post',
    async resolveId(source, importer) {
      if (!source.endsWith(CALLS)) return null
      const contract = await this.resolve(source.slice(0, -CALLS.length), importer)
      return contract && contract.id + CALLS
    },
    async load(id) {
      if (!id.endsWith(CALLS)) return null
      const file = id.slice(0, -CALLS.length)
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
      return callsOf(code) ?? code
    },
    transform(code, id) {
      return /\/web\/.*\.tsx?$|\.appels\.ts$/.test(id) ? rewireImports(code) : null
    },
  }
}

const CALLS = '?calls'
const KEPT = new Set(['method', 'path', 'file', 'access', 'succes'])
const NEEDED = ['method', 'path', 'access']

/** Redirects an import of `xEndpoints` alone from a contract to the endpoints without schemas. */
function rewireImports(code: string): string | null {
  let rewired = code
  for (const node of parseAst(code).body.toReversed()) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.endsWith('.contract.ts')) continue
    const names = node.specifiers.map((specifier) => specifier.local.name)
    if (names.length === 0 || !names.every((name) => name.endsWith('Endpoints'))) continue
    const { start, end } = node.source
    rewired = `${rewired.slice(0, start)}${JSON.stringify(node.source.value + CALLS)}${rewired.slice(end)}`
  }
  return rewired === code ? null : rewired
}

/** Source of the exported endpoints with the fields of KEPT; null when one is not a literal. */
function callsOf(code: string): string | null {
  const exported: string[] = []
  for (const node of parseAst(code).body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of node.declaration.declarations) {
      if (id.type !== 'Identifier' || !id.name.endsWith('Endpoints')) continue
      if (init?.type !== 'ObjectExpression') return null
      const entries = init.properties.map((property) => callOf(code, property))
      if (entries.includes(null)) return null
      exported.push(`export const ${id.name} = { ${entries.join(', ')} }`)
    }
  }
  return exported.length > 0 ? exported.join('\n') : null
}

function callOf(code: string, property: object): string | null {
  const call = property as PropertyNode
  if (call.type !== 'Property' || call.value.type !== 'CallExpression') return null
  const [definition] = call.value.arguments
  if (definition?.type !== 'ObjectExpression') return null
  // Properties before a spread may be replaced by it, so only those after it are known.
  const known = definition.properties.findLastIndex(({ type }) => type !== 'Property') + 1
  const kept = definition.properties.slice(known).filter(({ key }) => KEPT.has(key.name))
  if (!kept.every(({ value }) => value.type === 'Literal')) return null
  if (known > 0 && !NEEDED.every((name) => kept.some(({ key }) => key.name === name))) return null
  return `${call.key.name}: { ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}

/** The used part of a syntax tree: `key: value`, where the value is a literal or a call on an object. */
interface PropertyNode {
  type: string
  start: number
  end: number
  key: { name: string }
  value: { type: string; arguments: { type: string; properties: PropertyNode[] }[] }
}

/** Replaces Mantine's fourteen colours, which no screen shows, by ours: they were loaded with every page. */
export function ownPalette(): Plugin {
  let palette = ''
  let given = false
  return {
    name: 'diyar:palette',
    apply: 'build',
    configResolved({ root }) {
      palette = join(root, 'web/kit/frame/palette.ts')
    },
    load(id) {
      if (!id.endsWith('/MantineProvider/default-colors.mjs')) return null
      given = true
      return `export { palette as DEFAULT_COLORS } from ${JSON.stringify(palette)}`
    },
    buildEnd(error) {
      if (!error && !given) throw new Error('build/plugins.ts: Mantine no longer keeps its colours there.')
    },
  }
}
