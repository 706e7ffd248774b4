import type * as z from 'zod/mini'
import { VALEUR_INVALIDE } from '#shared/champs/codecs.ts'

/** The messages of a schema's refusals by field path, « niveaux.0.de »; messages of no field are under `_`. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of flattenIssues(issues)) (fields[path.join('.') || '_'] ??= []).push(message)
  return fields
}

/** Replaces a union's issue without its own message by the issues of its last branch, which say what was expected. */
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
