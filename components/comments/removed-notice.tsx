'use client'

import { useTranslations } from 'next-intl'
import type { CommentPage } from '#lib/contract/comments/calls.ts'

/** Tells authors what of theirs an officer took away from here, and why. Nobody else sees it. */
export function RemovedNotice({ removed }: { removed: CommentPage['removed'] }) {
  const t = useTranslations('Comments')
  if (removed.length === 0) return null
  return (
    <ul className="grid gap-2">
      {removed.map((comment) => (
        <li key={comment.id} className="rounded-2xl border border-line bg-sunken px-4 py-3">
          <p className="font-semibold">{t('removed.title')}</p>
          <p className="mt-1 break-words text-soft">{t('removed.text', { text: comment.text })}</p>
          <p className="mt-1 break-words">
            {comment.reason ? t('removed.reason', { reason: comment.reason }) : t('removed.noReason')}
          </p>
        </li>
      ))}
    </ul>
  )
}
