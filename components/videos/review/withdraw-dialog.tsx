import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import type { Video } from '#lib/contract/videos/calls.ts'

type VideosPage = { count: number; results: Video[] }
type WithdrawDialogProps = { video: Video; onClose: () => void }

/** Tells if the video can be withdrawn; the results of a closed month are final. */
export function mayWithdraw({ status, challenge }: Pick<Video, 'status' | 'challenge'>): boolean {
  return status === 'approved' && challenge.phase !== 'closed'
}

export function WithdrawDialog({ video, onClose }: WithdrawDialogProps) {
  const t = useTranslations('Review.video.withdrawal')
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: deskAnswers.all })
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: { reason: '' },
    toBody: ({ reason }) => ({ reason }),
    schema: async () => (await import('#lib/contract/videos/submissions.ts')).withdraw.body,
    sentence: (_, { code }) => (code === 'too_small' ? t('reasonMissing') : undefined),
    send: async (body) => {
      const withdrawn = await api('POST /videos/{id}/withdraw/', { path: { id: video.id }, body })
      client.setQueriesData<VideosPage>({ queryKey: deskAnswers.decided('video') }, (page) =>
        withVideo(page, withdrawn),
      )
      showToast({ title: t('done', { title: video.title }), tone: 'good' })
      refresh()
      onClose()
    },
    refuse: (error) => {
      const fields = refusedFields(['reason'], error)
      if (Object.keys(fields).length > 0) return { fields }
      // A colleague changed the video, so the list behind the dialog is refetched.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) refresh()
      return { whole: error instanceof ApiError ? error.message : fallbackMessage() }
    },
  })
  return (
    <ConfirmDialog
      title={t('title', { title: video.title })}
      description={t('detail')}
      confirm={t('withdraw')}
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 ps-5 text-sm text-soft">
        {video.kind === 'entry' ? <li>{t('paid')}</li> : null}
        <li>{t('pictures')}</li>
        <li>{t('final')}</li>
      </ul>
      <TextAreaField
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={REVIEW_REASON_MAX}
        {...field('reason')}
      />
    </ConfirmDialog>
  )
}

export function withVideo(page: VideosPage | undefined, video: Video): VideosPage | undefined {
  return page && { ...page, results: page.results.map((one) => (one.id === video.id ? video : one)) }
}
