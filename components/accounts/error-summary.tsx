import type { Ref } from 'react'
import { ErrorNote } from '#components/ui/error-note.tsx'

type ErrorSummaryProps<Field extends string> = {
  whole: string | null
  /** In the form's order. */
  wrong: readonly { field: Field; sentence: string | undefined }[]
  /** Receives the focus if there are several errors. */
  ref: Ref<HTMLElement>
  title: (count: number) => string
  onPick: (field: Field) => void
}

export function ErrorSummary<Field extends string>({
  whole,
  wrong,
  ref,
  title,
  onPick,
}: ErrorSummaryProps<Field>) {
  return (
    <>
      <ErrorNote>{whole}</ErrorNote>
      {wrong.length > 1 ? (
        <section
          ref={ref}
          tabIndex={-1}
          aria-labelledby="error-summary"
          className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm"
        >
          <p id="error-summary" className="font-semibold">
            {title(wrong.length)}
          </p>
          <ul className="mt-1 grid">
            {wrong.map(({ field, sentence }) => (
              <li key={field}>
                <button
                  type="button"
                  onClick={() => onPick(field)}
                  className="tap text-start underline underline-offset-4"
                >
                  {sentence}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
