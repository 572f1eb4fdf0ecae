'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { reportComment } from '#lib/client/comments/comments-api.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'

/** As the server has it (lib/contract/comments/calls.ts). */
const MOST = 300

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
      await reportComment(videoId, comment.id, reason.trim())
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
          maxLength={MOST}
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
