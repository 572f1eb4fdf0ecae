import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Money moved between the system's own wallets without a payment or a withdrawal: open pages look at them again. */
export const systemWalletsChanged = defineEvent({ channel: 'system-wallets', schema: z.object({}) })
