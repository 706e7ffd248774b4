import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import dayjs from 'dayjs'
import french from 'dayjs/locale/fr'
import { useState } from 'react'
import { aujourdhui, isJour } from '#shared/dates.ts'
import { JOUR_INEXISTANT, readJour, refusDuJour } from '#shared/saisie.ts'
import styles from '#web/kit/field/DateField.module.css'

interface DateFieldProps extends Omit<
  DateInputProps,
  'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'locale'
> {
  /** 'YYYY-MM-DD', or '' or null when empty. */
  value?: string | null
  /** 'YYYY-MM-DD', '' when empty, or the typed text when it is not a day: the contract refuses that text, and the field keeps it. */
  onChange?: (value: string) => void
  /** False in a small dialog that begins with this field: the calendar would cover its text; a click still opens the calendar. */
  openOnFocus?: boolean
}

// Importing the locale is not enough: an unused import is dropped from the bundle.
dayjs.locale(french)

const PREMIER = '1900-01-01'
const DERNIER = '2999-12-31'

/** Field of a civil day, typed as JJ/MM/AAAA or picked in a calendar. Its value is text, so that no time zone shifts it. */
export function DateField({ value, onChange, openOnFocus = true, ...props }: DateFieldProps) {
  const day = isJour(value ?? '') ? value : null
  const [opened, setOpened] = useState(false)
  // The place is kept while the calendar fades out: a move would catch the click that closed it.
  const [place, setPlace] = useState<CalendarPlace>('bottom-start')
  const open = (field: HTMLElement) => {
    const found = calendarPlace(field)
    if (found) setPlace(found)
    setOpened(found !== null)
  }
  const close = () => setOpened(false)
  return (
    <DateInput
      placeholder="JJ/MM/AAAA"
      clearButtonProps={{ 'aria-label': 'Vider le champ' }}
      {...props}
      // A call tells of a day that does not exist; who types learns which form is taken.
      error={props.error === JOUR_INEXISTANT ? refusDuJour(value ?? '') : props.error}
      value={day}
      onChange={(chosen) => {
        close()
        onChange?.(chosen ?? '')
      }}
      onFocus={(event) => {
        props.onFocus?.(event)
        if (openOnFocus) open(event.currentTarget)
      }}
      onClick={(event) => {
        props.onClick?.(event)
        open(event.currentTarget)
      }}
      onBlur={(event) => {
        props.onBlur?.(event)
        close()
      }}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        if (event.key === 'Escape') close()
      }}
      // Escape closes the calendar and not the dialog around it.
      data-mantine-stop-propagation={opened || undefined}
      popoverProps={{
        opened,
        position: place,
        middlewares: { flip: false, shift: { padding: 8 } },
      }}
      // Mantine's field would silently restore its previous day in place of an unreadable text.
      onInput={({ currentTarget: { value: typed } }) => {
        if (typed.trim() !== '' && readJour(typed) === null) onChange?.(typed)
      }}
      fixOnBlur={day !== null}
      valueFormat="DD/MM/YYYY"
      dateParser={readJour}
      locale="fr"
      weekendDays={[5, 6]}
      defaultDate={aujourdhui()}
      minDate={PREMIER}
      maxDate={DERNIER}
      allowDeselect
      hideOutsideDates
      classNames={{ day: styles.day }}
      // The calendar is a landmark, because it opens outside its dialog.
      attributes={{ levelsGroup: { role: 'region', 'aria-label': 'Calendrier' } }}
      ariaLabels={{
        nextMonth: 'Mois suivant',
        previousMonth: 'Mois précédent',
        nextYear: 'Année suivante',
        previousYear: 'Année précédente',
        nextDecade: 'Décennie suivante',
        previousDecade: 'Décennie précédente',
      }}
    />
  )
}

type CalendarPlace = 'bottom-start' | 'top-start' | 'right-start' | 'left-start'

/** Size of a calendar with six weeks, in rem, because a phone has a larger root font. */
const WIDTH_REM = 21.25
const HEIGHT_REM = 23.4
/** Distance in pixels to the field and to the edges of the window. */
const GAP = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The first place where the calendar fits the window and covers no action of the dialog; null when the member can only type the day. */
function calendarPlace(field: HTMLElement): CalendarPlace | null {
  const rem = Number(getComputedStyle(document.documentElement).fontSize.replace('px', ''))
  const [calendarWidth, calendarHeight] = [WIDTH_REM * rem, HEIGHT_REM * rem]
  const width = document.documentElement.clientWidth
  const height = window.innerHeight
  const buttons = [...(field.closest('[role="dialog"]')?.querySelectorAll('[data-actions] button') ?? [])]
  const covered = buttons.map((button) => button.getBoundingClientRect())
  const box = field.getBoundingClientRect()
  // A calendar beside the field is pushed back into the window along the other axis.
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
