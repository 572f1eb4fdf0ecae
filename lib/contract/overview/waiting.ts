import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'

const count = z.number().int()

export const waiting = defineCall('GET /admin/waiting/', {
  group: 'Admin',
  summary: 'How much waits for super admins, by the part of the desk that has it',
  access: ['super_admin'],
  answer: z.object({
    /** Number of cases in GET /admin/payments/?status=unresolved. */
    payments: count,
    /** Open disputes. */
    disputes: count,
    /** Signals that are escalated, or have a proposed action: `status=waiting` lists them. */
    signals: count,
    wallets: count,
    /** Cash journals that wait for a second super admin. */
    books: count,
    /**
     * Subscribed dancers with fewer than three tracks, because the pool had none left. 0 after submissions
     * close.
     */
    assignments: count,
    /** Proposals to revoke an identity: GET /admin/users/?state=revocation lists the people. */
    users: count,
    /** Invited super admins and resets of authenticator apps that wait for a second super admin. */
    staff: count,
    settings: count,
    /** Open alerts and dead letters. */
    health: count,
    /** 1 if the newest backup failed or is damaged. */
    backups: count,
  }),
})
export type Waiting = z.infer<typeof waiting.answer>
