import { z } from 'zod'
import { defineEvent } from '#lib/core/outbox.ts'

/** Money moved between system wallets without a payment or withdrawal: open pages read them again. */
export const systemWalletsChanged = defineEvent({ channel: 'system-wallets', schema: z.object({}) })
