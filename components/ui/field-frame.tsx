import { type ReactElement, type ReactNode, useId } from 'react'
import { unbroken } from './unbroken.ts'

export type FieldFrameProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  className?: string
}

type Described = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export const inputStyle =
  'mt-1.5 block min-h-12 w-full rounded-2xl border border-edge bg-surface px-4 text-lg placeholder:text-soft aria-invalid:border-2 aria-invalid:border-alarm'

export function FieldFrame({
  label,
  hint,
  error,
  className = '',
  children,
}: FieldFrameProps & { children: (described: Described) => ReactElement }) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="block font-semibold">
        {unbroken(label)}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {unbroken(hint)}
        </p>
      ) : null}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-semibold text-alarm">
          {unbroken(error)}
        </p>
      ) : null}
    </div>
  )
}
