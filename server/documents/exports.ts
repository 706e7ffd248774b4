import { AppError } from '#server/http/errors.ts'
import { createQueue } from '#server/queue.ts'

const exports = createQueue({
  concurrency: 2,
  waiting: 8,
  refusal() {
    const refused = new AppError('documentsOccupes')
    refused.retryAfter = 10
    return refused
  },
})

/**
 * Runs a whole export (its query and its document, PDF or Excel) when fewer than two others run: their rows are what fills the memory.
 * The next ones wait in order; beyond eight, AppError `documentsOccupes` (503). An abort while waiting gives the place up.
 */
export const runExport = exports.run
