import { readFile } from 'node:fs/promises'
import { parseAst, transformWithOxc, type Plugin } from 'vite'

/**
 * The browser calls an endpoint by its method and path; it checks a body only where a form opens. A module that takes
 * nothing but endpoints from a contract therefore gets them without their schemas, so that zod (15 Ko) comes with the
 * first form and not with the first screen. What is written stays one contract; decision 26.
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
/** What the browser needs of a call: where it goes, what it may carry, who may make it. */
const KEPT = new Set(['method', 'path', 'file', 'access', 'succes'])
const NEEDED = ['method', 'path', 'access']

/** `import { xEndpoints } from '….contract.ts'`, and nothing else from it, takes the endpoints without schemas. */
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

/** The exported endpoints with what a call needs; null when one is not written out as a literal. */
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
  // What a spread brings may be replaced by what follows it: only that is known here.
  const known = definition.properties.findLastIndex(({ type }) => type !== 'Property') + 1
  const kept = definition.properties.slice(known).filter(({ key }) => KEPT.has(key.name))
  if (!kept.every(({ value }) => value.type === 'Literal')) return null
  if (known > 0 && !NEEDED.every((name) => kept.some(({ key }) => key.name === name))) return null
  return `${call.key.name}: { ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}

/** The part of a syntax tree that matters here: `key: value`, the value a literal or a call on an object. */
interface PropertyNode {
  type: string
  start: number
  end: number
  key: { name: string }
  value: { type: string; arguments: { type: string; properties: PropertyNode[] }[] }
}
