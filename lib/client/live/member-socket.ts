import type { MemberMessage } from '#lib/contract/sockets.ts'
import { followLive, type LiveListener } from './follow-live.ts'

/**
 * Follows the signed-in member's subscription, tracks and unread notifications over `/ws/me/`, and polls while that is
 * down. @returns a function that stops following
 */
export function followMember(listener: LiveListener<MemberMessage>): () => void {
  return followLive(async () => (await import('./live-socket.ts')).subscribeMember, listener)
}
