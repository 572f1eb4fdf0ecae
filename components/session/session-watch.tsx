'use client'

import { useEffect } from 'react'
import { followMember } from '#lib/client/live/member-socket.ts'
import { validateSession } from '#lib/client/session/session-start.ts'

/**
 * Keeps a socket of the person's own open on pages that do not listen to one: who is deactivated leaves a desk within
 * seconds, also where nothing is asked of the server meanwhile.
 */
export function SessionWatch() {
  useEffect(() => followMember({ onUpdate: () => undefined, onPoll: () => void validateSession() }), [])
  return null
}
