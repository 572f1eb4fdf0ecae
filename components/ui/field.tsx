import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps, inputStyle } from './field-frame.tsx'

export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: ComponentProps<'input'> & FieldFrameProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(described) => <input className={inputStyle} {...described} {...input} />}
    </FieldFrame>
  )
}
