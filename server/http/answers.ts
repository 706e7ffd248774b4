import * as z from 'zod/mini'

type Schema = z.core.$ZodType
/** What the server holds → what the answer says, and nothing else. */
export type Encode = (inside: unknown) => unknown

/**
 * The allow-list of an answer, made once from its schema: the same as `z.encode` does, which walks the schema again for each
 * value and took half of the time of an answer. It trusts what the server itself has read: types are not looked at again (the tests
 * compare each answer with the schema's own). A part of a kind it does not know is left to the schema.
 */
export function compileAnswer(schema: Schema): Encode {
  const compiler = new Compiler()
  const root = compiler.encoderOf(schema)
  // oxlint-disable-next-line typescript/no-implied-eval, eslint/no-new-func -- made at start, out of the names that our own contracts have and of nothing else
  return new Function('outside', `${compiler.lines.join('\n')}\nreturn ${root ?? '(v) => v'}`)(
    compiler.outside,
  ) as Encode
}

/** Kinds whose value is the same inside and on the wire. */
const AS_IT_IS = new Set(['string', 'number', 'boolean', 'null', 'literal', 'enum', 'unknown', 'any'])

class Compiler {
  /** The functions, each after those it calls. */
  readonly lines: string[] = []
  /** What they cannot be written as. */
  readonly outside: Encode[] = []
  readonly #names = new Map<Schema, string | null>()

  /** The name of the function that encodes a value, null when it stays as it is. */
  encoderOf(schema: Schema): string | null {
    const known = this.#names.get(schema)
    if (known !== undefined) return known
    const body = this.#bodyOf(schema)
    const name = body === null ? null : `e${this.lines.length}`
    if (name) this.lines.push(`const ${name} = ${body}`)
    this.#names.set(schema, name)
    return name
  }

  #bodyOf(schema: Schema): string | null {
    const { def } = (schema as z.core.$ZodTypes)._zod
    if (def.checks?.length) return this.#left(schema)
    if (AS_IT_IS.has(def.type)) return null
    if (def.type === 'object' && !def.catchall) {
      const fields = Object.entries(def.shape).map(([key, part]) => {
        const name = JSON.stringify(key)
        return `${name}: ${this.#call(part, `v[${name}]`)}`
      })
      return `(v) => ({ ${fields.join(', ')} })`
    }
    if (def.type === 'array') {
      const element = this.encoderOf(def.element)
      return element && `(v) => v.map((w) => ${element}(w))`
    }
    if (def.type === 'nullable' || def.type === 'optional') {
      const inner = this.encoderOf(def.innerType)
      return inner && `(v) => v === null || v === undefined ? v : ${inner}(v)`
    }
    if (def.type === 'pipe') return this.#pipe(schema, def)
    return (def.type === 'union' && this.#listOrObject(def.options)) || this.#left(schema)
  }

  /** A list that comes whole or as a page. */
  #listOrObject([list, object, ...more]: readonly Schema[]): string | null {
    return list && object && more.length === 0 && kindOf(list) === 'array' && kindOf(object) === 'object'
      ? `(v) => Array.isArray(v) ? ${this.#call(list, 'v')} : ${this.#call(object, 'v')}`
      : null
  }

  /** A codec between two values that are themselves as they are. */
  #pipe(schema: Schema, { in: wire, out: inside, reverseTransform }: z.core.$ZodPipeDef): string {
    if (!reverseTransform || this.encoderOf(wire) !== null || this.encoderOf(inside) !== null)
      return this.#left(schema)
    return this.#given((value) => reverseTransform(value, { value, issues: [] }))
  }

  #call(schema: Schema, value: string): string {
    const encoder = this.encoderOf(schema)
    return encoder ? `${encoder}(${value})` : value
  }

  #left = (schema: Schema): string => this.#given((value) => z.encode(schema, value))

  #given(encode: Encode): string {
    return `outside[${this.outside.push(encode) - 1}]`
  }
}

const kindOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def.type
