import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STYLES = 'node_modules/@mantine/core/styles'
const everywhere = readFileSync('web/app/styles/mantine.css', 'utf8')

/** Components of Mantine that a source takes, each of which has its own style sheet. */
const taken = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => existsSync(`${STYLES}/${name}.layer.css`))

const unstyled = (source: string): string[] =>
  taken(source).filter((name) => ![everywhere, source].some((text) => text.includes(`/${name}.layer.css'`)))

// Without it a box to tick is drawn as large as its form.
it('whoever shows a part of Mantine brings its style, unless every screen has it', () => {
  const files = ['web', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file}`),
  )
  const missing = files.flatMap((file) =>
    unstyled(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(files.flatMap((file) => taken(readFileSync(file, 'utf8'))).length).toBeGreaterThan(30)
  expect(missing).toEqual([])
  expect(unstyled("import { Button, Slider } from '@mantine/core'")).toEqual(['Slider'])
})

/** Classes that a source writes as words; those of a module of styles stand in `${}`. */
const written = (source: string): string[] =>
  [...source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, mixed = '']) =>
    (plain ?? mixed.replaceAll(/\$\{[^}]*\}/g, '')).split(' ').filter((name) => name !== ''),
  )

// One that nobody defines says nothing, and no compiler sees it.
it('a class written as a word is one of the kit, and the kit has none that nobody writes', () => {
  const layout = readFileSync('web/kit/frame/layout.css', 'utf8')
  const kit = [...layout.matchAll(/^[^/;]*\{$/gm)].flatMap(([selector]) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
  )
  const sources = ['web', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const words = new Set(sources.flatMap(written))
  expect([...words].filter((word) => ![...kit, 'visuallyHidden'].includes(word))).toEqual([])
  expect(kit.filter((name) => !words.has(name))).toEqual([])
  expect(written('<p className="dim bold" /><p className={`row ${styles.a} flat`} />')).toHaveLength(4)
})

// spec: RE-76
it('scrollbars wear a token that both themes have', () => {
  const base = readFileSync('web/app/styles/base.css', 'utf8')
  const [, token = ''] = /^:root \{\s*scrollbar-color: var\((--diyar-[\w-]+)\) transparent;/m.exec(base) ?? []
  expect(readFileSync('web/kit/frame/theme.ts', 'utf8').split(`'${token}':`)).toHaveLength(3)
  // Nothing else takes it from what scrolls.
  const others = ['web', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.endsWith('.css') && file !== 'web/app/styles/base.css'),
  )
  expect(others.filter((file) => /scrollbar-(?:color|width)/.test(readFileSync(file, 'utf8')))).toEqual([])
})

// spec: RF-50
it.each([
  ['Tableau', /\.table \[data-genre='figure'\] \+ :not\([^{]*\{\s*padding-left: (\d+)px;/],
  ['Lignes', /\.table \[data-figure\] \+ :not\([^{]*\{\s*padding-left: (\d+)px;/],
])('28 px stand between figures of %s and what is at the left of the next column', (table, next) => {
  const styles = readFileSync(`web/kit/table/${table}.module.css`, 'utf8')
  const [, own = ''] = /\.table th,\s*\.table td \{[^}]*?padding: \d+px (\d+)px;/.exec(styles) ?? []
  const [, before = ''] = next.exec(styles) ?? []
  expect(Number(own) + Number(before)).toBe(28)
})
// spec: RF-09
it('the figure beside a bar in bands has no colour of its own', () =>
  expect(readFileSync('web/kit/feedback/States.module.css', 'utf8')).toMatch(
    /\.bar\[data-neutral\] \.figure \{\s*color: var\(--mantine-color-text\);/,
  ))
