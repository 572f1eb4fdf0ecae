import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'

export function LiveMark({ status }: { status: LiveStatus }) {
  const t = useTranslations('Admin.live')
  const isLive = status === 'live'
  return (
    <span
      role="status"
      className={cn('inline-flex items-center gap-1.5 text-sm', isLive ? 'text-leaf' : 'text-soft')}
    >
      <span aria-hidden="true" className={cn('size-2 rounded-full', isLive ? 'bg-leaf' : 'bg-edge')} />
      <span>{t(status)}</span>
    </span>
  )
}
