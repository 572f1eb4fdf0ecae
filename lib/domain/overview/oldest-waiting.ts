import { sql } from 'kysely'
import type { Waiting } from '#lib/contract/overview/waiting.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { oldestUnassigned } from '#lib/domain/assignments/queries.ts'
import { oldestWaitingSignal } from '#lib/domain/fraud/waiting-signals.ts'
import { oldestUnresolved } from '#lib/domain/reconciliation/list-cases.ts'

type Oldest = () => Promise<Date | null>

/** Reads when the oldest pending item of each part began to wait; parts without a time are absent. */
const readers: Readonly<Partial<Record<keyof Waiting, Oldest>>> = {
  payments: oldestUnresolved,
  signals: oldestWaitingSignal,
  disputes: () => first(books().selectFrom('dispute').where('state', '=', 'open').select(min('createdAt'))),
  books: () =>
    first(books().selectFrom('cashJournal').where('state', '=', 'waiting').select(min('proposedAt'))),
  wallets: () =>
    first(books().selectFrom('fundTransfer').where('state', '=', 'waiting').select(min('requestedAt'))),
  assignments: oldestUnassigned,
  users: () =>
    first(books().selectFrom('identityRevocation').where('state', '=', 'waiting').select(min('proposedAt'))),
  staff: oldestStaffRequest,
  settings: () =>
    first(books().selectFrom('settingProposal').where('state', '=', 'open').select(min('proposedAt'))),
  health: () =>
    first(books().selectFrom('systemAlert').where('closedAt', 'is', null).select(min('openedAt'))),
  backups: () =>
    first(
      books()
        .selectFrom('backup')
        .where('status', '<>', 'making')
        .orderBy('createdAt', 'desc')
        .limit(1)
        .select('createdAt as at'),
    ),
}

/** Null if unknown. */
export async function oldestOf(part: keyof Waiting): Promise<Date | null> {
  return (await readers[part]?.()) ?? null
}

/** Invited super admins awaiting confirmation, and resets of authenticator apps. */
function oldestStaffRequest(): Promise<Date | null> {
  const invited = books()
    .selectFrom('staffInvitation as i')
    .innerJoin('appUser as u', 'u.id', 'i.userId')
    .where('i.confirmedAt', 'is', null)
    .where('u.role', '=', 'super_admin')
    .where('u.deletedAt', 'is', null)
    .select('i.invitedAt as at')
  const resets = books()
    .selectFrom('secondFactorReset')
    .where('state', '=', 'waiting')
    .select('requestedAt as at')
  return first(books().selectFrom(invited.unionAll(resets).as('w')).select(min('at')))
}

const books = () => kysely(db())
const min = (column: string) => sql<Date | null>`min(${sql.ref(column)})`.as('at')

async function first(query: { executeTakeFirst(): Promise<{ at: Date | null } | undefined> }) {
  return (await query.executeTakeFirst())?.at ?? null
}
