import type { ComponentProps } from 'react'
import { Field } from '#components/ui/field.tsx'

/** An input for the email of an account. It is what one signs in with: password managers keep it beside the password. */
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
