import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { mutatingCalls, scenesThere } from '#test/scenes/changes.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

it('there is one scene for each call that changes something, and none besides', () => {
  expect(scenesThere(t.visitor()).toSorted()).toEqual(mutatingCalls(t.app).toSorted())
})
