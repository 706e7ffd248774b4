import { expect, it } from 'vitest'
import { occupationBand, paymentBand, progressTone } from '#web/kit/feedback/tones.ts'

// spec: RF-09
it.each([
  [0, 'blue', 'green', 'red'],
  [20, 'blue', 'green', 'red'],
  [25, 'blue', 'green', 'yellow'],
  [50, 'blue', 'yellow', 'blue'],
  [80, 'blue', 'red', 'blue'],
  [90, 'blue', 'red', 'green'],
  [99.99, 'blue', 'red', 'green'],
  [100, 'green', 'red', 'green'],
])('%d %% is %s, of a bloc %s, of the paid share of a lot %s', (percent, progress, occupation, payment) => {
  expect([progressTone(percent), occupationBand(percent), paymentBand(percent)]).toEqual([
    progress,
    occupation,
    payment,
  ])
})
