/** Checks, from the report of a run, that calls are tried with all that screens send (docs/tests.md). */

/** @typedef {{ name: string, assertionResults: { title: string, status: string, meta?: { sent?: string[] } }[] }} TestFile */

/**
 * The changes that a screen sends and no test of a call has had accepted, each with the first screen that sends it.
 * @param {readonly TestFile[]} files of Vitest's report
 */
export function untried(files) {
  /** @type {Set<string>} */
  const tried = new Set()
  /** @type {Map<string, string>} */
  const sent = new Map()
  for (const { name, assertionResults } of files)
    for (const { title, meta } of assertionResults)
      for (const change of meta?.sent ?? [])
        if (!name.includes('.screen.test.')) tried.add(change)
        else if (!sent.has(change)) sent.set(change, `${name} › ${title}`)
  return [...sent].filter(([change]) => !tried.has(change)).map(([change, by]) => `${change} (${by})`)
}
