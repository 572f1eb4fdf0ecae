import { Flag, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { Avatar } from '#components/ui/avatar.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { formatMoment } from '#lib/client/formats/formats.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

type CommentItemProps = {
  comment: Comment
  /** Null if the user must not delete the comment; likewise `onReport`. */
  onDelete: (() => void) | null
  onReport: (() => void) | null
}

export function CommentItem({ comment, onDelete, onReport }: CommentItemProps) {
  const t = useTranslations('Comments')
  const locale = useLocale()
  const { author } = comment
  return (
    <li className="flex gap-3 py-4">
      <Avatar name={author.display_name} picture={author.avatar} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-semibold">{author.display_name}</span>
          <time dateTime={comment.created_at} className="figures text-sm text-soft">
            {formatMoment(comment.created_at, formatLocales[isLocale(locale) ? locale : defaultLocale])}
          </time>
        </p>
        <UserText className="mt-1">{comment.text}</UserText>
        {onDelete || onReport ? (
          <div className="-ml-3 flex flex-wrap gap-1">
            {onDelete ? (
              <button
                type="button"
                onClick={onDelete}
                aria-label={t('deleteOf', { name: author.display_name })}
                className={actionStyle}
              >
                <Trash2 aria-hidden="true" className="size-4" /> {t('delete')}
              </button>
            ) : null}
            {onReport ? (
              <button
                type="button"
                onClick={onReport}
                aria-label={t('reportOf', { name: author.display_name })}
                className={actionStyle}
              >
                <Flag aria-hidden="true" className="size-4" /> {t('report')}
              </button>
            ) : null}
          </div>
        ) : null}
      </div>
    </li>
  )
}

const actionStyle =
  'tap inline-flex items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-soft hover:bg-sunken hover:text-ink'
