import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { NotificationView } from '#lib/contract/notifications/calls.ts'

type NotificationItemProps = {
  notification: NotificationView
  /** Shortened for the bell's list. */
  isShort?: boolean
  onOpen: () => void
}

export function NotificationItem({ notification, isShort = false, onOpen }: NotificationItemProps) {
  const t = useTranslations('Notifications')
  const formats = useFormats()
  const { title, text, path, created_at, is_read } = notification
  return (
    <Link
      href={path}
      prefetch={false}
      onClick={onOpen}
      className={cn(
        'grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 rounded-2xl px-3 py-3 hover:bg-sunken',
        !is_read && 'bg-drum-wash',
      )}
    >
      <span className="mt-2">
        {is_read ? null : (
          <>
            <span aria-hidden="true" className="block size-2.5 rounded-full bg-drum" />
            <span className="sr-only">{t('unread')}</span>
          </>
        )}
      </span>
      <span className="min-w-0">
        <span className={cn('block leading-snug wrap-anywhere', !is_read && 'font-semibold')}>{title}</span>
        <span className={cn('mt-0.5 text-sm wrap-anywhere text-soft', isShort ? 'line-clamp-2' : 'block')}>
          {text}
        </span>
        <time dateTime={created_at} className="figures mt-1 block text-sm text-soft">
          {formats.moment(created_at)}
        </time>
      </span>
    </Link>
  )
}
