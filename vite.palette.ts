import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Gives Mantine our palette in place of its own fourteen, none of which is shown: the theme puts ours over those it names,
 * and eight more were loaded, and written into the style of every page, for nobody.
 */
export function ownPalette(): Plugin {
  let palette = ''
  let given = false
  return {
    name: 'diyar:palette',
    apply: 'build',
    configResolved({ root }) {
      palette = join(root, 'web/kit/palette.ts')
    },
    load(id) {
      if (!id.endsWith('/MantineProvider/default-colors.mjs')) return null
      given = true
      return `export { palette as DEFAULT_COLORS } from ${JSON.stringify(palette)}`
    },
    buildEnd(error) {
      if (!error && !given) throw new Error('vite.palette.ts: Mantine no longer keeps its colours there.')
    },
  }
}
