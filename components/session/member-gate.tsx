'use client'

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { toLogin } from '#lib/client/accounts/way-back.ts'
import { closePageSession, placeToLeaveFor } from '#lib/client/session/page-session.ts'
import { hasTokens, readUser, subscribeSession } from '#lib/client/session/session.ts'

/**
 * Leaves members' pages after a sign-out in any tab; reloads if another user has signed in. Also removes the
 * page cookie, because without tokens a page would stay empty.
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

/** A sign-out call without an answer must not keep the page visible. */
const ANSWER_WITHIN_MS = 3_000

async function leave(): Promise<void> {
  const { pathname, search, hash } = window.location
  const timeout = new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS))
  await Promise.race([closePageSession(), timeout])
  window.location.replace(placeToLeaveFor() ?? toLogin(`${pathname}${search}${hash}`))
}
