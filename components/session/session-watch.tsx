'use client'

import { useEffect } from 'react'
import { followMember } from '#lib/client/live/member-socket.ts'
import { validateSession } from '#lib/client/session/session-start.ts'

/** Opens a socket on pages that have none, so that a deactivated user is signed out within seconds. */
export function SessionWatch() {
  useEffect(() => followMember({ onUpdate: () => undefined, onPoll: () => void validateSession() }), [])
  return null
}
