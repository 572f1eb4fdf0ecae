import { type ComponentProps, useState } from 'react'
import { Field } from '#components/ui/field.tsx'

type DayFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  /** As `2026-11-25`; may be empty. */
  value: string
  onDay: (day: string) => void
}

/** On the way to 2026, browsers report the complete years 0002, 0020 and 0202. */
const WHOLE = /^[1-9]\d{3}-\d\d-\d\d$/

/** Reports a day once complete; until then the text is local. May be empty. */
export function DayField({ value, onDay, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<{ over: string; day: string } | null>(null)
  // Another day was chosen elsewhere, so the typed text is dropped.
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
