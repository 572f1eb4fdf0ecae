import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'

type ConfirmDialogProps = {
  title: string
  description?: ReactNode
  confirm: string
  onConfirm: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  tone?: 'plain' | 'loud' | 'money' | 'danger'
  isBusy?: boolean
  /** The question is obsolete, as `problem` explains: nothing can be confirmed. */
  isMoot?: boolean
  /** The server's refusal; the dialog stays open for a retry. */
  problem?: string | null
  /** Text to type before an irreversible action. */
  typed?: {
    label: string
    words: string
    /** Compares the typed text with `words`; default: equality. */
    isMeant?: (typed: string) => boolean
  }
  /** The form around `children`, so that the caller can focus its fields. */
  formRef?: Ref<HTMLFormElement>
  /** Takes the focus if the element that opened the dialog is gone afterwards. */
  fallback?: RefObject<HTMLElement | null>
  children?: ReactNode
}

export function ConfirmDialog({ tone = 'danger', isBusy = false, ...props }: ConfirmDialogProps) {
  const t = useTranslations('Staff')
  const [words, setWords] = useState('')
  const submitted = useRef<HTMLFormElement>(null)
  const { typed } = props
  const isMeant = !props.isMoot && (!typed || (typed.isMeant?.(words) ?? words.trim() === typed.words))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isMeant || isBusy) return
    submitted.current = event.currentTarget
    props.onConfirm(event)
  }
  // After a refusal, focuses the first wrong field once.
  useEffect(() => {
    const wrong = isBusy ? null : submitted.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!wrong) return
    submitted.current = null
    wrong.focus()
  })
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      fallback={props.fallback}
    >
      <form
        ref={props.formRef}
        onSubmit={submit}
        noValidate
        method="post"
        className="mt-5 grid grid-cols-1 gap-5"
      >
        {props.children}
        {props.typed ? (
          <Field
            label={props.typed.label}
            hint={t('typeThis', { words: props.typed.words })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        ) : null}
        <ErrorNote>{props.problem}</ErrorNote>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button size="large" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="large" tone={tone} disabled={!isMeant} aria-busy={isBusy}>
            {isBusy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
            <span>{props.confirm}</span>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
