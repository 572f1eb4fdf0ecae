import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { Field } from './field.tsx'

/**
 * An input for a Kenyan phone number, filled in by the browser where it knows one. Its digits alone are of one width: the hyphen
 * of such figures would pull M-PESA apart in the label.
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
