import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { ApiError } from '#lib/client/http/api.ts'
import type { DecidedSubjectType, DecisionResult } from '#lib/contract/decisions/calls.ts'
import type { Explained } from './reason-form.tsx'
import { ReasonTemplates } from './reason-templates.tsx'
import { useSendKey } from './use-send-key.ts'
import { type DecisionAction, verbOf } from './verbs.ts'

type Row = { id: string; title: string }

type BulkDialogProps = {
  kind: DecidedSubjectType
  action: DecisionAction
  rows: readonly Row[]
  explained: Explained
  isSending: boolean
  error: Error | null
  /** Results of the rows that the server refused; the other rows are decided. */
  refused: readonly DecisionResult[]
  onClose: () => void
  onSend: (reason: string) => void
}

export function BulkDialog({ kind, action, rows, explained, ...props }: BulkDialogProps) {
  const t = useTranslations('Review.bulk')
  const review = useTranslations('Review')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useSendKey(form)
  const { error, refused, onClose } = props
  if (refused.length > 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('partly', { refused: refused.length, all: rows.length })}
        description={t('partlyDetail')}
      >
        <ul className="mt-4 grid grid-cols-1 gap-2">
          {refused.map((one) => (
            <li key={one.id} className="rounded-2xl bg-sunken px-4 py-2.5">
              <p className="font-semibold wrap-anywhere">{rows.find(({ id }) => id === one.id)?.title}</p>
              <p>{one.error}</p>
            </li>
          ))}
        </ul>
        <Button size="large" wide onClick={onClose} className="mt-5">
          {t('close')}
        </Button>
      </Dialog>
    )
  const write = (words: string) => {
    setReason(words)
    setMissing(false)
  }
  const verb = verbOf(kind, action)
  const isRejection = action === 'reject'
  const problem = error instanceof ApiError && error.hasSentence ? error.message : review('failed')
  return (
    <ConfirmDialog
      formRef={form}
      title={t(`titles.${verb}`, { count: rows.length })}
      description={t(`details.${verb}`)}
      confirm={t(`confirm.${verb}`, { count: rows.length })}
      tone={isRejection ? 'danger' : 'money'}
      isBusy={props.isSending}
      problem={error ? problem : null}
      onClose={onClose}
      onConfirm={() => {
        const isNeeded = isRejection && explained.missing !== null && reason.trim() === ''
        setMissing(isNeeded)
        if (!isNeeded) props.onSend(reason.trim())
      }}
    >
      <ul
        aria-label={t('chosen')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-2xl bg-sunken px-4 py-2.5"
      >
        {rows.map(({ id, title }) => (
          <li key={id} className="truncate">
            {title}
          </li>
        ))}
      </ul>
      {isRejection ? (
        <>
          <fieldset className="grid gap-1">
            <legend className="sr-only">{explained.title}</legend>
            <ReasonTemplates templates={explained.templates} onPick={write} />
          </fieldset>
          <TextAreaField
            label={explained.label}
            hint={explained.hint}
            error={isMissing ? explained.missing : null}
            name="reason"
            rows={3}
            maxLength={explained.maxLength}
            value={reason}
            onChange={({ target }) => write(target.value)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  )
}
