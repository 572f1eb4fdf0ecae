import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'

const count = z.number().int()

/** What waits for super admins, by the part of the desk that has it. */
export const waiting = defineCall('GET /admin/waiting/', {
  group: 'Admin',
  summary: 'How much waits for super admins, by the part of the desk that has it',
  access: ['super_admin'],
  answer: z.object({
    /** Payments, withdrawals and alerts to decide: the length of GET /admin/payments/?status=unresolved. */
    payments: count,
    /** Signals about gifts that officers have put before the super admins. */
    signals: count,
    /** Transfers for a second super admin. */
    wallets: count,
    /** Dancers who have paid for this month and have fewer than three tracks: the pool had none left for them. None once submissions close. */
    assignments: count,
    /** New super admins and resets of authenticator apps for a second super admin. */
    staff: count,
    /** Changes of settings for a second super admin. */
    settings: count,
    /** Open alerts, and jobs that used up their tries. */
    health: count,
    /** 1 while the newest backup has failed or is damaged. */
    backups: count,
  }),
})
export type Waiting = z.infer<typeof waiting.answer>
