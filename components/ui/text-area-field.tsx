import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { FieldFrame, type FieldFrameProps, inputStyle } from './field-frame.tsx'

export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...area
}: ComponentProps<'textarea'> & FieldFrameProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(described) => <textarea rows={4} className={cn(inputStyle, 'py-3')} {...described} {...area} />}
    </FieldFrame>
  )
}
