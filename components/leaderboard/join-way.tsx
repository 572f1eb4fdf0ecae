import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { api } from '#lib/client/http/api.ts'
import { readUser, type SignedInUser, subscribeSession } from '#lib/client/session/session.ts'

const places = { visitor: '/register', dancer: '/profile', joined: '/upload' } as const

/** Link to join a month that is not open for voting yet; only for dancers and visitors. */
export function JoinWay() {
  const t = useTranslations('Leaderboard.join')
  const type = useSyncExternalStore(subscribeSession, userType, () => null)
  const isJoined = useIsJoined(type === 'dancer')
  if (type === 'musician' || type === 'officer') return null
  const from = type === null ? 'visitor' : isJoined ? 'joined' : 'dancer'
  return (
    <PageLink href={places[from]} className={buttonStyle({ tone: 'loud', className: 'mt-6' })}>
      {t(from)}
    </PageLink>
  )
}

const userType = (): SignedInUser['userType'] | null => readUser()?.userType ?? null

/** Tells if the dancer has joined the month; false until known. */
function useIsJoined(isAsked: boolean): boolean {
  const [isJoined, setJoined] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    const ended = new AbortController()
    api('GET /videos/challenge/subscription-status/', { signal: ended.signal }).then(
      ({ subscribed }) => setJoined(subscribed),
      () => undefined,
    )
    return () => ended.abort()
  }, [isAsked])
  return isJoined
}
