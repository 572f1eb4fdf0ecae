import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** An input for a Kenyan phone number, filled in by the browser where it knows one. */
export function PhoneField(props: ComponentProps<typeof Field>) {
  return <Field type="tel" inputMode="tel" autoComplete="tel" placeholder="0712 345 678" {...props} />
}
