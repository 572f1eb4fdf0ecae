import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SignedInUser } from '#lib/client/session/session.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { CommentItem } from './comment-item.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import type { Comments } from './use-comments.ts'

type CommentListProps = {
  comments: Comments
  shown: readonly Comment[]
  videoId: string
  user: SignedInUser | null
}

type Intent = { kind: 'delete' | 'report'; comment: Comment }

export function CommentList({ comments, shown, videoId, user }: CommentListProps) {
  const t = useTranslations('Comments')
  const formats = useFormats()
  const [intent, setIntent] = useState<Intent | null>(null)
  const top = useRef<HTMLParagraphElement>(null)
  const close = () => setIntent(null)
  return (
    <div>
      <p ref={top} tabIndex={-1} className="figures text-sm text-soft">
        {t('count', { count: comments.count, shown: formats.count(comments.count) })}
      </p>
      <StaleNote of={comments.renewal} />
      {shown.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              onDelete={mayDelete(user, comment) ? () => setIntent({ kind: 'delete', comment }) : null}
              onReport={mayReport(user, comment) ? () => setIntent({ kind: 'report', comment }) : null}
            />
          ))}
        </ul>
      ) : null}
      {comments.hasMoreFailed ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('failed')}
        </p>
      ) : null}
      {comments.hasMore ? (
        <Button wide className="mt-3" aria-busy={comments.isFetching} onClick={comments.loadMore}>
          {comments.isFetching ? t('loading') : t('more')}
        </Button>
      ) : null}
      {intent?.kind === 'delete' ? (
        <DeleteDialog
          comment={intent.comment}
          onClose={close}
          fallback={top}
          onDelete={async () => {
            await comments.remove(intent.comment.id)
            close()
          }}
        />
      ) : null}
      {intent?.kind === 'report' ? (
        <ReportDialog videoId={videoId} comment={intent.comment} onClose={close} />
      ) : null}
    </div>
  )
}

function mayDelete(user: SignedInUser | null, comment: Comment): boolean {
  return user !== null && (user.id === comment.author.id || user.userType === 'officer')
}

function mayReport(user: SignedInUser | null, comment: Comment): boolean {
  return user !== null && user.id !== comment.author.id
}
