import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** A field for a code in capitals, without autofill and spell check. */
export function CodeField(props: ComponentProps<typeof Field>) {
  return <Field autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
}
