import type { MemberMessage } from '#lib/contract/sockets.ts'
import { followLive, type LiveListener } from './follow-live.ts'

export function followMember(listener: LiveListener<MemberMessage>): () => void {
  return followLive(async () => (await import('./live-socket.ts')).subscribeMember, listener)
}
