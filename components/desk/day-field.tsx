import { type ComponentProps, useState } from 'react'
import { Field } from '#components/ui/field.tsx'

type DayFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  /** A day such as `2026-11-25`, or empty. */
  value: string
  onDay: (day: string) => void
}

/** While 2026 is typed, browsers report the complete years 0002, 0020 and 0202. */
const WHOLE = /^[1-9]\d{3}-\d\d-\d\d$/

/** Calls `onDay` once the day is complete or empty; until then the typed text is local. */
export function DayField({ value, onDay, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<{ over: string; day: string } | null>(null)
  // `value` changed from outside, so the typed text is dropped.
  if (typed && typed.over !== value) setTyped(null)
  return (
    <Field
      {...field}
      type="date"
      value={typed?.over === value ? typed.day : value}
      onChange={({ target }) => {
        const isWhole = WHOLE.test(target.value)
        setTyped(isWhole ? null : { over: value, day: target.value })
        if (isWhole || target.value === '') onDay(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
