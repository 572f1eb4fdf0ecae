import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

export function CodeField(props: ComponentProps<typeof Field>) {
  return <Field autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
}
