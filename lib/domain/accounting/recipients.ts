import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

type Who = { readonly by: { readonly id: string }; readonly address: string; readonly email: string }

const MOST_RECIPIENTS = 20

/** @throws RuleError recipient_known, too_many_recipients (409) */
export function addRecipient({ by, address, email, locale }: Who & { locale: string }): Promise<void> {
  return transaction(async (tx) => {
    const known = await tx.kysely.selectFrom('reportRecipient').select('email').forUpdate().execute()
    if (known.some((one) => one.email === email)) throw new RuleError('recipient_known', 409)
    if (known.length >= MOST_RECIPIENTS)
      throw new RuleError(say('too_many_recipients', { most: MOST_RECIPIENTS }), 409)
    const added = await tx.kysely
      .insertInto('reportRecipient')
      .values({ email, locale, addedBy: by.id, addedAt: now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new RuleError('recipient_known', 409)
    await record(tx, 'report_recipient.added', { by, address, email })
  })
}

/** @throws NotFoundError if the address is not a recipient */
export function removeRecipient(who: Who): Promise<void> {
  return transaction(async (tx) => {
    const gone = await tx.kysely
      .deleteFrom('reportRecipient')
      .where('email', '=', who.email)
      .executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new NotFoundError()
    await record(tx, 'report_recipient.removed', who)
  })
}

const record = (tx: Tx, action: `report_recipient.${string}`, { by, address, email }: Who) =>
  recordAudit(tx, {
    actor: by,
    action,
    subject: { type: 'month_reports', id: 'recipients' },
    [action.endsWith('added') ? 'after' : 'before']: { email: masked(email) },
    address,
  })

/** Audit records are never erased, so they contain only a masked address. */
const masked = (email: string) => email.replace(/^(.).*@/, '$1•••@')
