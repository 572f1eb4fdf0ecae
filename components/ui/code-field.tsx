import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** An input for a code in capital letters, such as a receipt's: neither filled in nor corrected by the browser. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return <Field autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
}
