'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { daysLeft } from '#lib/client/formats/formats.ts'
import { fetchCurrentChallenge } from '#lib/client/videos/videos-api.ts'

/** Before voting there is nothing to rank: says until when. */
export function LeaderboardEmpty() {
  const t = useTranslations('Leaderboard')
  const days = useDaysToVoting()
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <h3 className="text-2xl lg:text-3xl">{t('emptyTitle')}</h3>
        {days !== null ? (
          <p className="figures mt-3 text-xl font-semibold text-drum">{t('opensIn', { days })}</p>
        ) : null}
        <p className="mx-auto mt-2 max-w-sm text-soft">{t('emptyDetail')}</p>
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}

function useDaysToVoting(): number | null {
  const [days, setDays] = useState<number | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    fetchCurrentChallenge(ended.signal).then(
      (challenge) => {
        if (challenge.current_phase === 'subscription') setDays(daysLeft(challenge.phase_ends_at, new Date()))
      },
      // Without a challenge there is nothing to count down to.
      () => undefined,
    )
    return () => ended.abort()
  }, [])
  return days
}
