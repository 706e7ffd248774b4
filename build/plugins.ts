import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Replaces Mantine's fourteen colours, which no screen shows, by ours: they were loaded with every page. */
export function ownPalette(): Plugin {
  let palette = ''
  let given = false
  return {
    name: 'diyar:palette',
    apply: 'build',
    configResolved({ root }) {
      palette = join(root, 'web/kit/frame/palette.ts')
    },
    load(id) {
      if (!id.endsWith('/MantineProvider/default-colors.mjs')) return null
      given = true
      return `export { palette as DEFAULT_COLORS } from ${JSON.stringify(palette)}`
    },
    buildEnd(error) {
      if (!error && !given) throw new Error('build/plugins.ts: Mantine no longer keeps its colours there.')
    },
  }
}
