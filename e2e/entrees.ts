import type { Locator } from '@playwright/test'
import type { Page } from './diyar.ts'

export { BELOW, MENU } from '../test/harness/screens/entries.ts'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
