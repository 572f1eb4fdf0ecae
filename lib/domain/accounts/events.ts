import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Closes the sockets of sessions that were ended. */
export const sessionsEnded = defineEvent({
  channel: 'sessions',
  schema: z.object({ session_ids: z.array(z.uuid()).min(1) }),
})

/** These users' own data changed: their sockets read it again. */
export const membersChanged = defineEvent({
  channel: 'members',
  schema: z.object({ user_ids: z.array(z.uuid()).min(1) }),
})
