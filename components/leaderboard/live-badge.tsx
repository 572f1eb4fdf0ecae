'use client'

import { useTranslations } from 'next-intl'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'

/** Says whether numbers arrive by themselves, or every 15 seconds. */
export function LiveBadge({ status }: { status: LiveStatus }) {
  const t = useTranslations('Live')
  const live = status === 'live'
  return (
    <span
      role="status"
      className={`inline-flex items-center gap-2 rounded-full px-3 py-1.5 text-sm font-semibold ${live ? 'bg-leaf-wash text-leaf' : 'bg-sunken text-soft'}`}
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${live ? 'animate-breathe bg-leaf' : 'bg-edge'}`}
      />
      {t(status)}
    </span>
  )
}
