import { type ComponentProps, useState } from 'react'
import { Field } from '#components/ui/field.tsx'

type DayFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  /** As `2026-11-25`; empty where none is chosen. */
  value: string
  onDay: (day: string) => void
}

/** To a browser the years 0002, 0020 and 0202 are whole ones, on the way to 2026. */
const WHOLE = /^[1-9]\d{3}-\d\d-\d\d$/

/** A field for a day, told once it is whole; until then what is typed is the field's own. Empty is none. */
export function DayField({ value, onDay, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<{ over: string; day: string } | null>(null)
  // Another day was chosen than the one that was typed over.
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
