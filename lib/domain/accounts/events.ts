import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Sessions ended before their time: their sockets have to be closed. */
export const sessionsEnded = defineEvent({
  channel: 'sessions',
  schema: z.object({ session_ids: z.array(z.uuid()).min(1) }),
})

/** Something of these people's own has changed that their open pages show: their sockets look at it again. */
export const membersChanged = defineEvent({
  channel: 'members',
  schema: z.object({ user_ids: z.array(z.uuid()).min(1) }),
})
