'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { REPORT_REASON_MAX } from '#lib/contract/comments/constants.ts'

type ReportDialogProps = { videoId: string; comment: Comment; onClose: () => void }

/** Tells the officers what is wrong with a comment. */
export function ReportDialog({ videoId, comment, onClose }: ReportDialogProps) {
  const t = useTranslations('Comments')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function report(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    try {
      const said = reason.trim()
      await api('POST /videos/{id}/comments/{commentId}/report/', {
        path: { id: videoId, commentId: comment.id },
        body: said ? { reason: said } : {},
      })
      showToast({ title: t('reported'), description: t('reportedDetail'), tone: 'good' })
      onClose()
    } catch (failure) {
      setSending(false)
      setError(failure instanceof ApiError ? failure.message : t('reportFailed'))
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('reportTitle')} description={t('reportDetail')}>
      <form onSubmit={report} noValidate className="mt-4">
        <TextAreaField
          label={t('reason')}
          hint={t('reasonHint')}
          error={error}
          name="reason"
          maxLength={REPORT_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" tone="loud" aria-busy={isSending}>
            {t('report')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
