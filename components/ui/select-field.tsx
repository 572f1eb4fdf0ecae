import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { FieldFrame, type FieldFrameProps, inputStyle } from './field-frame.tsx'

type SelectFieldProps = ComponentProps<'select'> &
  FieldFrameProps & { options: readonly { value: string; words: string }[] }

/** A native select, which phones show as a wheel or list. */
export function SelectField({ label, hint, error, className, options, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(described) => (
        <span className="relative block">
          <select className={cn(inputStyle, 'appearance-none truncate pe-11')} {...described} {...select}>
            {options.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute end-4 top-1/2 size-5 -translate-y-1/2"
          />
        </span>
      )}
    </FieldFrame>
  )
}
