import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { Field } from './field.tsx'

/**
 * A phone number with autofill. Tabular figures only in the input: their hyphen would split M-PESA in the
 * label.
 */
export function PhoneField({ className, ...field }: ComponentProps<typeof Field>) {
  return (
    <Field
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="0712 345 678"
      className={cn('[&>input]:tabular-nums', className)}
      {...field}
    />
  )
}
