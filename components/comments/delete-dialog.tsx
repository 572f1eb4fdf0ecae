import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'

type DeleteDialogProps = {
  comment: Comment
  onClose: () => void
  onDelete: () => Promise<void>
  /** Takes the focus after the deletion. */
  fallback: RefObject<HTMLElement | null>
}

export function DeleteDialog({ comment, onClose, onDelete, fallback }: DeleteDialogProps) {
  const t = useTranslations('Comments')
  const remove = useSend(
    {
      mutationFn: onDelete,
      onSuccess: () => showToast({ title: t('deleted') }),
      onError: (failure) => {
        const description = failure instanceof ApiError ? failure.message : undefined
        showToast({ title: t('deleteFailed'), description, tone: 'bad' })
      },
    },
    queryClient(),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('deleteTitle')}
      description={t('deleteDetail')}
      fallback={fallback}
    >
      <blockquote className="mt-4 line-clamp-4 border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
        {comment.text}
      </blockquote>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('keep')}</Button>
        <Button
          onClick={() => void remove.send()}
          aria-busy={remove.isPending}
          className="border-alarm! text-alarm!"
        >
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}
