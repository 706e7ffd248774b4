/** Where the reader wants to be: among the others it may be anywhere on the page. */
function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

/** What the address names among others, marked and in sight as soon as it is there: `<tr {...(id === named && inSight)}>`. */
export const markedInSight = { ref: bringIntoSight, 'aria-current': true } as const
