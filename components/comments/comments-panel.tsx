import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMemo, useSyncExternalStore } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { toLogin } from '#lib/client/accounts/way-back.ts'
import { commentDraft } from '#lib/client/comments/comment-draft.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { CommentPage } from '#lib/contract/comments/calls.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { CommentsSkeleton } from './comments-skeleton.tsx'
import { useComments } from './use-comments.ts'

/** Loaded late, together with the messages of its screens. */
export default function CommentsPanel({ videoId }: { videoId: string }) {
  return (
    <WithAllMessages>
      <Panel videoId={videoId} />
    </WithAllMessages>
  )
}

function Panel({ videoId }: { videoId: string }) {
  const t = useTranslations('Comments')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  const comments = useComments(videoId)
  const draft = useMemo(() => (user ? commentDraft(user.id, videoId) : null), [user, videoId])
  return (
    <div className="grid grid-cols-1 gap-6">
      {draft ? <CommentForm draft={draft} onPost={comments.add} /> : <SignInToComment videoId={videoId} />}
      <RemovedNotice removed={comments.removed} />
      {comments.comments ? (
        <CommentList comments={comments} shown={comments.comments} videoId={videoId} user={user} />
      ) : comments.hasFailed ? (
        <LoadFailed words={t('failed')} onRetry={comments.retry} retrying={comments.isFetching} />
      ) : (
        <CommentsSkeleton word={t('loading')} />
      )}
    </div>
  )
}

/** Shows authors why an officer removed their comment; nobody else sees it. */
function RemovedNotice({ removed }: { removed: CommentPage['removed'] }) {
  const t = useTranslations('Comments')
  if (removed.length === 0) return null
  return (
    <ul className="grid gap-2">
      {removed.map((comment) => (
        <li key={comment.id} className="rounded-2xl border border-line bg-sunken px-4 py-3">
          <p className="font-semibold">{t('removed.title')}</p>
          <UserText className="mt-1 text-soft">{t('removed.text', { text: comment.text })}</UserText>
          <p className="mt-1 wrap-anywhere">
            {comment.reason ? t('removed.reason', { reason: comment.reason }) : t('removed.noReason')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function SignInToComment({ videoId }: { videoId: string }) {
  const t = useTranslations('Comments')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-sunken px-4 py-3">
      <p>{t('signInDetail')}</p>
      <Link href={toLogin(`/video/${videoId}#comments`)} prefetch={false} className={buttonStyle()}>
        {t('signIn')}
      </Link>
    </div>
  )
}
