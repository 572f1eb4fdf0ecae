'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { LateMessages } from '#components/ui/late-messages.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { CommentsSkeleton } from './comments-skeleton.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import { SignInToComment } from './sign-in-to-comment.tsx'
import { useComments } from './use-comments.ts'

/** Comments as they are loaded late: with their sentences. */
export default function CommentsPanel({ videoId }: { videoId: string }) {
  return (
    <LateMessages>
      <Panel videoId={videoId} />
    </LateMessages>
  )
}

function Panel({ videoId }: { videoId: string }) {
  const t = useTranslations('Comments')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  const comments = useComments(videoId)
  return (
    <div className="grid gap-6">
      {user ? <CommentForm onPost={comments.add} /> : <SignInToComment videoId={videoId} />}
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
