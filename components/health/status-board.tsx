'use client'

import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
import type { CheckStatus, PublicStatus } from '#lib/contract/health/calls.ts'

const POLL_MS = 15_000

const looks: Record<CheckStatus, { Icon: typeof CircleCheck; colour: string }> = {
  ok: { Icon: CircleCheck, colour: 'text-leaf' },
  warning: { Icon: CircleAlert, colour: 'text-drum' },
  failed: { Icon: CircleX, colour: 'text-alarm' },
}

/** Public status. An unreachable API is reported as well. */
export function StatusBoard() {
  const t = useTranslations('Status')
  const formats = useFormats()
  const { status, hasFailed } = useStatus()
  if (!status && !hasFailed)
    return (
      <div role="status" className="mt-8">
        <span className="sr-only">{t('loading')}</span>
        <div aria-hidden="true" className="skeleton h-80 rounded-3xl" />
      </div>
    )
  const whole = hasFailed || !status ? 'unreachable' : status.status
  return (
    <>
      <p
        role="status"
        className={cn(
          'mt-8 rounded-3xl px-6 py-5 text-xl font-semibold',
          whole === 'healthy' ? 'bg-leaf-wash text-leaf' : 'bg-alarm-wash text-alarm',
        )}
      >
        {t(`whole.${whole}`)}
      </p>
      {status ? (
        <>
          <ul
            className={cn('mt-4 rounded-3xl border border-line bg-surface px-5', hasFailed && 'opacity-60')}
          >
            {status.parts.map((part) => {
              const { Icon, colour } = looks[part.status]
              return (
                <li
                  key={part.name}
                  className="flex items-center justify-between gap-4 max-[15rem]:flex-wrap border-b border-line py-4 last:border-0"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold">{unbroken(t(`parts.${part.name}.title`))}</span>
                    <span className="block text-sm text-soft">
                      {unbroken(t(`parts.${part.name}.detail`))}
                    </span>
                  </span>
                  <span
                    className={cn(
                      'flex shrink-0 max-[15rem]:shrink items-center gap-2 font-semibold',
                      colour,
                    )}
                  >
                    <Icon aria-hidden="true" className="size-5" /> {t(`states.${part.status}`)}
                  </span>
                </li>
              )
            })}
          </ul>
          <p className="figures mt-3 text-sm text-soft">
            {t('checked', { time: formats.moment(status.checked_at) })}
          </p>
        </>
      ) : null}
    </>
  )
}

function useStatus(): { status: PublicStatus | null; hasFailed: boolean } {
  const [status, setStatus] = useState<PublicStatus | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const look = async () => {
      if (document.hidden) return
      try {
        setStatus(await api('GET /status/', { signal: ended.signal }))
        setHasFailed(false)
      } catch {
        if (!ended.signal.aborted) setHasFailed(true)
      }
    }
    void look()
    const timer = setInterval(look, POLL_MS)
    return () => {
      ended.abort()
      clearInterval(timer)
    }
  }, [])
  return { status, hasFailed }
}
