import type { MemberMessage } from '#lib/contract/sockets.ts'
import { followLive, type LiveListener } from './follow-live.ts'

/**
 * Follows what is the signed-in member's own (their subscription, their tracks) over `/ws/me/`, by polling while that is
 * down. Answers how to stop.
 */
export function followMember(listener: LiveListener<MemberMessage>): () => void {
  return followLive(async () => (await import('./live-socket.ts')).subscribeMember, listener)
}
