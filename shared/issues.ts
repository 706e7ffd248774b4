import type * as z from 'zod/mini'
import { VALEUR_INVALIDE } from '#shared/champs.ts'

/** The sentences of what a schema refuses, by field: « niveaux.0.de »; `_` for what is no field's. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of flattenIssues(issues)) (fields[path.join('.') || '_'] ??= []).push(message)
  return fields
}

/** A union without a message of its own says nothing: the issues of its last branch say what was expected. */
export function flattenIssues(
  issues: readonly z.core.$ZodIssue[],
): { path: PropertyKey[]; message: string }[] {
  return issues.flatMap((issue) => {
    const branch =
      issue.code === 'invalid_union' && issue.message === VALEUR_INVALIDE ? issue.errors.at(-1) : undefined
    if (!branch?.length) return [issue]
    return flattenIssues(branch).map((inner) => ({
      path: [...issue.path, ...inner.path],
      message: inner.message,
    }))
  })
}
