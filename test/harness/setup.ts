import { afterEach } from 'vitest'
import { takeSent } from '#test/harness/sent.ts'

// The report of the run tells what was accepted: `scripts/sent.mjs` holds what screens send against it.
afterEach(({ task }) => {
  task.meta.sent = takeSent()
})
