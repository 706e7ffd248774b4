/** Where the calendar opens, beside its field. */
export type CalendarPlace = 'bottom-start' | 'top-start' | 'right-start' | 'left-start'

/** The calendar with six weeks, in the letter size of the page, which is larger on a phone. */
const WIDTH_REM = 21.25
const HEIGHT_REM = 23.4
/** What it keeps from its field and from the edges of the window, in pixels. */
const GAP = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The first place where the whole calendar is in the window and covers none of the actions of its dialog. Null where there
 * is none: the day is typed, and what the reader came for stays within reach.
 */
export function calendarPlace(field: HTMLElement): CalendarPlace | null {
  const rem = Number(getComputedStyle(document.documentElement).fontSize.replace('px', ''))
  const [calendarWidth, calendarHeight] = [WIDTH_REM * rem, HEIGHT_REM * rem]
  const width = document.documentElement.clientWidth
  const height = window.innerHeight
  const buttons = [...(field.closest('[role="dialog"]')?.querySelectorAll('[data-actions] button') ?? [])]
  const covered = buttons.map((button) => button.getBoundingClientRect())
  const box = field.getBoundingClientRect()
  // Along its field it is pushed back into the window.
  const left = Math.max(GAP, Math.min(box.left, width - calendarWidth - GAP))
  const top = Math.max(GAP, Math.min(box.top, height - calendarHeight - GAP))
  const places: [CalendarPlace, number, number][] = [
    ['bottom-start', left, box.bottom + GAP],
    ['top-start', left, box.top - GAP - calendarHeight],
    ['right-start', box.right + GAP, top],
    ['left-start', box.left - GAP - calendarWidth, top],
  ]
  const found = places.find(([, x, y]) => {
    const calendar = { left: x, top: y, right: x + calendarWidth, bottom: y + calendarHeight }
    const inside = x >= 0 && y >= 0 && calendar.right <= width && calendar.bottom <= height
    return inside && !covered.some((one) => overlap(calendar, one))
  })
  return found?.[0] ?? null
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
