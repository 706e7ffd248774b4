import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import dayjs from 'dayjs'
import french from 'dayjs/locale/fr'
import { useState } from 'react'
import { aujourdhui, isJour, type Jour } from '#shared/dates.ts'
import { calendarPlace, type CalendarPlace } from '#web/kit/calendarPlace.ts'
import styles from '#web/kit/DateField.module.css'

interface DateFieldProps extends Omit<
  DateInputProps,
  'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'locale'
> {
  /** 'YYYY-MM-DD', '' or null when empty. */
  value?: string | null
  /** 'YYYY-MM-DD', '' when empty, what was typed when it is no day: the contract refuses it, and it is not lost. */
  onChange?: (value: string) => void
  /** Off where it begins a small dialog, whose text the calendar would stand over: a click opens it then. */
  openOnFocus?: boolean
}

// Loading the locale makes it known; naming it here keeps it in the bundle.
dayjs.locale(french)

const SAISIE = /^(\d{1,2})[/.\- ]?(\d{1,2})[/.\- ]?(\d{4}|\d{2})$/

const PREMIER = '1900-01-01'
const DERNIER = '2999-12-31'

/** "21/11/2026", "21-11-26" or "21112026" as typed → the day; null for anything that is no day. */
function readDay(text: string): Jour | null {
  const read = SAISIE.exec(text.trim())
  if (!read) return within(text)
  const [, day = '', month = '', year = ''] = read
  const wanted = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return within(wanted)
}

const within = (day: string): Jour | null => (isJour(day) && day >= PREMIER && day <= DERNIER ? day : null)

/**
 * A day: typed as JJ/MM/AAAA or picked in a French calendar. It is text from end to end, so no time zone shifts it.
 * The calendar is gone once the day is there, by hand or by mouse.
 */
export function DateField({ value, onChange, openOnFocus = true, ...props }: DateFieldProps) {
  const day = within(value ?? '')
  const [opened, setOpened] = useState(false)
  // Kept while it fades: elsewhere it would take the click that closed it.
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
      {...props}
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
      // The dialog around leaves Escape to the calendar.
      data-mantine-stop-propagation={opened || undefined}
      popoverProps={{
        opened,
        position: place,
        middlewares: { flip: false, shift: { padding: 8 } },
      }}
      // Left alone, the field would put back the day it held before, as if nothing else had been typed.
      onInput={({ currentTarget: { value: typed } }) => {
        if (typed.trim() !== '' && readDay(typed) === null) onChange?.(typed)
      }}
      fixOnBlur={day !== null}
      valueFormat="DD/MM/YYYY"
      dateParser={readDay}
      locale="fr"
      weekendDays={[5, 6]}
      defaultDate={aujourdhui()}
      minDate={PREMIER}
      maxDate={DERNIER}
      allowDeselect
      hideOutsideDates
      classNames={{ day: styles.day }}
      // A landmark of its own: the calendar opens outside the dialog it belongs to.
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
