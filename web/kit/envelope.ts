// Of an answer, what the calls of the first screen need too: answers.ts has the rest.

/** What stands in an envelope, its list included; nothing beside a bare list. */
export function beside(answer: unknown): object {
  return isObject(answer) && !Array.isArray(answer) ? answer : {}
}

/** The answer with the sentence of its call where it says none itself. */
export function withMessage(answer: unknown, sentence: string): object {
  const message = field(answer, 'message')
  const told = typeof message === 'string' && message.trim() !== ''
  return { ...beside(answer), message: told ? message : sentence }
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function field(value: unknown, name: string): unknown {
  return isObject(value) && name in value ? value[name as keyof typeof value] : undefined
}
