import type { FormEvent, ReactNode, RefObject } from 'react'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { sendByKey } from './send-by-key.ts'

/** Ties the buttons to the form, which they stand outside of; one case is open at a time. */
export const NOTE_FORM = 'case-note'

type NoteFormProps = {
  /** The field, for keys that lead to it. */
  area: RefObject<HTMLTextAreaElement | null>
  label: string
  hint: string
  error: string | null
  maxLength: number
  value: string
  onChange: (words: string) => void
  onSubmit: () => void
  /** Above the field. */
  children?: ReactNode
}

/**
 * What is written about a case before it is decided. It scrolls with the data, so that on a low screen the buttons alone keep
 * their place.
 */
export function NoteForm({ area, children, onSubmit, onChange, error, ...field }: NoteFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      id={NOTE_FORM}
      onSubmit={submit}
      onKeyDown={sendByKey}
      noValidate
      method="post"
      className="mb-6 grid gap-3 border-b border-line pb-6"
    >
      {children}
      <TextAreaField
        ref={area}
        rows={3}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        {...field}
      />
    </form>
  )
}
