import type { ComponentProps } from 'react'
import { Field } from '#components/ui/field.tsx'

/** Password managers store this email with the password. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
