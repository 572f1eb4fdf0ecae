'use client'

import { useEffect } from 'react'
import { followMember } from '#lib/client/live/member-socket.ts'
import { validateSession } from '#lib/client/session/session-start.ts'

/** A socket for pages without one: a deactivated user leaves within seconds. */
export function SessionWatch() {
  useEffect(() => followMember({ onUpdate: () => undefined, onPoll: () => void validateSession() }), [])
  return null
}
