import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const screens = ['web', 'features'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /(?:^web|\/web)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
)

// spec: RE-43
it('no screen reads a list by a thousand rows: a longer one would be cut without a word', () => {
  expect(screens.length).toBeGreaterThan(300)
  const reading = /(?:per_page|limit|parPage)\W{1,3}(?:\d{4,}|\d_\d{3})/
  expect(screens.filter((file) => reading.test(readFileSync(file, 'utf8')))).toEqual([])
})

// spec: RE-75
it('what hides a table from the eye is a box around it: no browser clips a caption with its table', () => {
  const hidden = /<(?:table|caption|thead|tbody|tr)\b[^>]*visuallyHidden/
  expect(screens.filter((file) => hidden.test(readFileSync(file, 'utf8')))).toEqual([])
})
