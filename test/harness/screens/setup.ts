import { afterEach } from 'vitest'
import { endMedia } from '#test/harness/screens/media.ts'
import { closeScreen } from '#test/harness/screens/renderScreen.tsx'
import { takeSent } from '#test/harness/sent.ts'

// The files of a worker share their modules, of which each is evaluated once: what holds for every file is said here, which is read anew for each.
afterEach(endMedia)
afterEach(async ({ task }) => {
  task.meta.sent = takeSent()
  await closeScreen()
})
