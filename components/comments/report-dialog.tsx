import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { REPORT_REASON_MAX } from '#lib/contract/comments/constants.ts'

type ReportDialogProps = { videoId: string; comment: Comment; onClose: () => void }

export function ReportDialog({ videoId, comment, onClose }: ReportDialogProps) {
  const t = useTranslations('Comments')
  const { isBusy, formProps, field } = useApiForm({
    defaultValues: { reason: '' },
    toBody: ({ reason }) => (reason.trim() ? { reason: reason.trim() } : {}),
    schema: async () => (await import('#lib/contract/comments/calls.ts')).reportComment.body,
    send: async (body) => {
      await api('POST /videos/{id}/comments/{commentId}/report/', {
        path: { id: videoId, commentId: comment.id },
        body,
      })
      showToast({ title: t('reported'), description: t('reportedDetail'), tone: 'good' })
      onClose()
    },
    refuse: (error) => ({
      fields: { reason: error instanceof ApiError ? error.message : t('reportFailed') },
    }),
  })
  return (
    <Dialog open onClose={onClose} title={t('reportTitle')} description={t('reportDetail')}>
      <form {...formProps} className="mt-4">
        <TextAreaField
          label={t('reason')}
          hint={t('reasonHint')}
          maxLength={REPORT_REASON_MAX}
          {...field('reason')}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" tone="loud" aria-busy={isBusy}>
            {t('report')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
