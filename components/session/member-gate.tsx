'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { toLogin } from '#lib/client/accounts/way-back.ts'
import { closePageSession, placeToLeaveFor } from '#lib/client/session/page-session.ts'
import { hasTokens, readUser, subscribeSession } from '#lib/client/session/session.ts'

/**
 * Leaves a page for members once nobody is signed in any more, here or in another tab, and loads it again for
 * another person. The cookie of pages is removed too, because without tokens a page would open and show nothing.
 */
export function MemberGate() {
  const hasSession = useSyncExternalStore(subscribeSession, hasTokens, () => true)
  const userId = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.id ?? null,
    () => null,
  )
  const owner = useRef(userId)

  useEffect(() => {
    if (!hasSession) leave()
  }, [hasSession])

  useEffect(() => {
    if (owner.current && userId && owner.current !== userId) window.location.reload()
    owner.current ??= userId
  }, [userId])
  return null
}

/** An answer that does not come must not keep the page of somebody who has left on the screen. */
const ANSWER_WITHIN_MS = 3_000

async function leave(): Promise<void> {
  const { pathname, search, hash } = window.location
  const patience = new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS))
  await Promise.race([closePageSession(), patience])
  window.location.replace(placeToLeaveFor() ?? toLogin(`${pathname}${search}${hash}`))
}
