'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'

type FieldProps = ComponentProps<'input'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
}

/** A labelled input with its hint, and what is wrong with it beside it. */
export function Field({ label, hint, error, className = '', ...input }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className="mt-1.5 block min-h-12 w-full rounded-2xl border border-edge bg-surface px-4 text-lg placeholder:text-soft aria-invalid:border-2 aria-invalid:border-alarm"
        {...input}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-semibold text-alarm">
          {error}
        </p>
      ) : null}
    </div>
  )
}
