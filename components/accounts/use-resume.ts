'use client'

import { useEffect, useState } from 'react'
import { resumePageSession } from '#lib/client/accounts/sign-in.ts'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { hasTokens } from '#lib/client/session/session.ts'
import { takeTimeout } from '#lib/client/session/session-notice.ts'

/**
 * Who is still signed in for calls is not asked for a password: only the cookie of pages was lost. Also tells whether
 * the person stands here because the session timed out.
 */
export function useResume() {
  const [resuming, setResuming] = useState(false)
  const [timedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (takeTimeout()) setTimedOut(true)
    if (!hasTokens()) return
    setResuming(true)
    resumePageSession().then((resumed) => {
      if (resumed) window.location.replace(wayBack(window.location.search))
      else setResuming(false)
    })
  }, [])
  return { resuming, timedOut }
}
