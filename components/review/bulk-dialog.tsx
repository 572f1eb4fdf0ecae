import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { ApiError } from '#lib/client/http/api.ts'
import { inPageLanguage } from '#lib/client/messages/server-words.ts'
import type { DecisionResult } from '#lib/contract/decisions/calls.ts'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import type { BulkAction } from './bulk-bar.tsx'

type Row = { id: string; title: string }

type BulkDialogProps = {
  action: BulkAction
  rows: readonly Row[]
  templates: readonly string[]
  reasonMissing: string
  isSending: boolean
  error: Error | null
  /** What the server refused; the others are decided. */
  refused: readonly DecisionResult[]
  onClose: () => void
  onSend: (reason: string) => void
}

/** Says what will be decided, with the reason where there is one, and afterwards what was refused. */
export function BulkDialog({ action, rows, templates, reasonMissing, ...props }: BulkDialogProps) {
  const t = useTranslations('Review.bulk')
  const review = useTranslations('Review')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
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
              <p className="font-semibold break-words">{rows.find(({ id }) => id === one.id)?.title}</p>
              <p>{inPageLanguage(one.error)}</p>
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
  const problem = error instanceof ApiError && error.hasSentence ? error.message : review('failed')
  return (
    <ConfirmDialog
      title={t(`titles.${action}`, { count: rows.length })}
      description={t(action === 'keep' ? 'keepDetail' : 'detail')}
      confirm={t(`confirm.${action}`, { count: rows.length })}
      tone={action === 'reject' ? 'danger' : action === 'approve' ? 'money' : 'plain'}
      isBusy={props.isSending}
      problem={error ? problem : null}
      onClose={onClose}
      onConfirm={() => {
        setMissing(action === 'reject' && reason.trim() === '')
        if (action !== 'reject' || reason.trim() !== '') props.onSend(reason.trim())
      }}
    >
      <ul
        aria-label={t('chosen')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
        tabIndex={0}
        className="max-h-40 overflow-y-auto rounded-2xl bg-sunken px-4 py-2.5"
      >
        {rows.map(({ id, title }) => (
          <li key={id} className="truncate">
            {title}
          </li>
        ))}
      </ul>
      {action === 'reject' ? (
        <>
          <fieldset className="grid gap-1">
            <legend className="sr-only">{review('reasonTitle')}</legend>
            {templates.map((template) => (
              <button
                key={template}
                type="button"
                onClick={() => write(template)}
                className="min-h-11 rounded-xl border border-line bg-surface px-3 py-1.5 text-start text-sm leading-snug hover:bg-sunken"
              >
                {template}
              </button>
            ))}
          </fieldset>
          <TextAreaField
            label={review('reason')}
            hint={review('reasonHint')}
            error={isMissing ? reasonMissing : null}
            name="reason"
            rows={3}
            maxLength={REVIEW_REASON_MAX}
            value={reason}
            onChange={({ target }) => write(target.value)}
          />
        </>
      ) : null}
    </ConfirmDialog>
  )
}
