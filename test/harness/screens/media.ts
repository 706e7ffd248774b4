import { cdp } from 'vitest/browser'

interface Media {
  media?: 'print' | 'screen'
  features?: { name: string; value: string }[]
}

const emulate = (media: Media): Promise<unknown> => cdp().send('Emulation.setEmulatedMedia', media)
let emulated = false

/** The screen as paper has it. */
export const asPaper = (): Promise<unknown> => shownAs({ media: 'print' })
/** The screen in the colours of the system, as who needs contrast sets them. */
export const inForcedColors = (): Promise<unknown> =>
  shownAs({ features: [{ name: 'forced-colors', value: 'active' }] })
/** The screen as it was. */
export const asScreen = (): Promise<unknown> => emulate({ media: '', features: [] } as never)

function shownAs(media: Media): Promise<unknown> {
  emulated = true
  return emulate(media)
}

/** Ends what a test emulates. */
export async function endMedia(): Promise<void> {
  if (emulated) await asScreen()
  emulated = false
}
