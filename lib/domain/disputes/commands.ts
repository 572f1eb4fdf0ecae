import type { DisputeKind, DisputeState } from '#lib/contract/disputes/calls.ts'
import { closedStates } from '#lib/contract/disputes/constants.ts'
import { addSeconds, nairobiMidnight, now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idOfAttempt, newId, newSpokenCode } from '#lib/core/ids.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { pullStatementJob } from '#lib/domain/payments/jobs.ts'
import { mailDisputeJob } from './jobs.ts'
import { findDisputed } from './payment-steps.ts'
import { DUE_SECONDS } from './policy.ts'

type Who = { readonly by: { readonly id: string } | null; readonly address: string }
type Staff = Who & { readonly by: { readonly id: string } }

export type DisputeOrder = Who & {
  readonly kind: DisputeKind
  readonly origin: 'public' | 'desk'
  readonly receipt: string
  /** 254 and nine digits, or empty. */
  readonly phone: string
  readonly email: string
  readonly locale: string
  readonly text: string
  /** Repeated requests with the same key open one dispute. */
  readonly idempotencyKey?: string | null
}

/** Characters after `D`: few, because people read a reference aloud and type it. */
const REFERENCE_LENGTH = 7
export const newDisputeReference = () => `D${newSpokenCode(REFERENCE_LENGTH)}`

/**
 * Allows one open dispute per receipt and phone, so that a stranger's does not block the payer's.
 * @returns its id
 * @throws RuleError dispute_open (409)
 */
export async function openDispute(order: DisputeOrder): Promise<string> {
  const { kind, origin, receipt, phone, email, locale, text: said, by, address } = order
  const asked = [by?.id ?? '', kind, receipt, phone, said]
  const id = idOfAttempt(env.AUTH_SECRET, 'dispute', order.idempotencyKey, asked)
  const moment = now()
  try {
    await transaction(async (tx) => {
      if (await tx.kysely.selectFrom('dispute').select('id').where('id', '=', id).executeTakeFirst()) return
      const reference = newDisputeReference()
      await tx.kysely
        .insertInto('dispute')
        .values({
          ...{ id, reference, kind, origin, receipt, phone, email, locale, said },
          caseId: (await findDisputed(tx.client, receipt))?.id ?? null,
          ownerId: by?.id ?? null,
          openedBy: by?.id ?? null,
          dueAt: addSeconds(moment, DUE_SECONDS),
          createdAt: moment,
        })
        .execute()
      await audit(tx, 'opened', id, { by, address }, { kind, receipt, reference, origin })
      if (email !== '')
        await enqueue(tx, mailDisputeJob, { mailId: newId(), disputeId: id, noteId: null, outcome: null })
    })
  } catch (error) {
    throw violatedConstraint(error) === 'dispute_open_key' ? new RuleError('dispute_open', 409) : error
  }
  return id
}

export type DisputeChange = Staff & {
  readonly id: string
  readonly owner?: string | null | undefined
  /** YYYY-MM-DD in Nairobi. */
  readonly due_on?: string | undefined
  readonly state?: DisputeState | undefined
  /** Message to the payer, with `state`; may be empty. */
  readonly answer: string
  readonly case_id?: string | undefined
}

/**
 * Changes owner, due date, subject or state. Mails the payer when the dispute closes.
 * @throws NotFoundError
 * @throws ValidationError if the owner is no super admin, or the payment is unknown
 * @throws RuleError dispute_open (409) if another dispute of its receipt and phone is open
 */
export async function changeDispute(change: DisputeChange): Promise<void> {
  const { id, owner, due_on, state, answer, case_id } = change
  try {
    await transaction(async (tx) => {
      const before = await lockDispute(tx, id)
      if (owner) await requireSuperAdmin(tx, owner)
      const subject = case_id ? await findDisputed(tx.client, case_id) : undefined
      if (case_id && !subject) throw new ValidationError({ case_id: 'no_such_payment' })
      const outcome = closedStates.find((one) => one === state) ?? null
      const isClosed = outcome !== null
      const values = {
        ...(owner === undefined ? {} : { ownerId: owner }),
        ...(due_on === undefined ? {} : { dueAt: nairobiMidnight(due_on, 1) }),
        ...(case_id === undefined ? {} : { caseId: subject?.id ?? null }),
        ...(state === undefined ? {} : { state, closedAt: isClosed ? (before.closedAt ?? now()) : null }),
        // Only people close a dispute that people reopened: follow-reversals.ts ignores the origin `desk`.
        ...(before.closedAt && !isClosed && state ? { origin: 'desk' as const } : {}),
      }
      if (Object.keys(values).length === 0) return
      await tx.kysely.updateTable('dispute').set(values).where('id', '=', id).execute()
      await audit(
        tx,
        isClosed ? 'closed' : 'changed',
        id,
        change,
        Object.fromEntries(
          Object.entries({ owner, due_on, state, case_id }).filter(([, one]) => one !== undefined),
        ),
        { state: before.state, owner: before.ownerId },
      )
      const noteId = answer === '' ? null : await addNote(tx, change, 'message', answer)
      const isNews = noteId !== null || (isClosed && state !== before.state)
      if (before.email !== '' && isNews)
        await enqueue(tx, mailDisputeJob, { mailId: newId(), disputeId: id, noteId, outcome })
    })
  } catch (error) {
    throw violatedConstraint(error) === 'dispute_open_key' ? new RuleError('dispute_open', 409) : error
  }
}

/**
 * Adds an internal note, or a message to the payer. A message appears on the page of the payer's link, and is
 * mailed if the payer gave an address.
 * @throws NotFoundError
 */
export async function noteDispute(
  note: Staff & { id: string; kind: 'note' | 'message'; text: string },
): Promise<void> {
  const { id, kind, text } = note
  await transaction(async (tx) => {
    const { email } = await lockDispute(tx, id)
    const noteId = await addNote(tx, note, kind, text)
    if (kind === 'message' && email !== '')
      await enqueue(tx, mailDisputeJob, { mailId: newId(), disputeId: id, noteId, outcome: null })
  })
}

async function addNote(
  tx: Tx,
  { id, ...who }: Staff & { readonly id: string },
  kind: 'note' | 'message',
  text: string,
): Promise<string> {
  const { id: noteId } = await tx.kysely
    .insertInto('disputeNote')
    .values({ disputeId: id, authorId: who.by.id, kind, text, createdAt: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, kind === 'note' ? 'noted' : 'written', id, who, { text })
  return String(noteId)
}

/**
 * M-Pesa's statement reaches back 48 hours. Reads one hour less, because the oldest rows drop out between
 * pages.
 */
const STATEMENT_HOURS = 47

/** One reading serves all disputes that request it within this time. */
const REPEAT_SECONDS = 300

/**
 * Enqueues a reading of M-Pesa's statement, which settles payments without a callback.
 * @throws NotFoundError
 */
export async function searchStatement({ id, ...who }: Who & { id: string }): Promise<void> {
  await transaction(async (tx) => {
    await lockDispute(tx, id)
    const recently = await tx.kysely
      .selectFrom('auditEvent')
      .select('id')
      .where('action', '=', 'dispute.searched')
      .where('at', '>', addSeconds(now(), -REPEAT_SECONDS))
      .limit(1)
      .executeTakeFirst()
    await audit(tx, 'searched', id, who, {})
    if (!recently) await enqueue(tx, pullStatementJob, { hours: STATEMENT_HOURS })
  })
}

async function lockDispute({ kysely }: Tx, id: string) {
  const found = await kysely
    .selectFrom('dispute')
    .select(['state', 'ownerId', 'email', 'closedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

async function requireSuperAdmin({ kysely }: Tx, id: string): Promise<void> {
  const found = await kysely
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'super_admin')
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (!found) throw new ValidationError({ owner: 'not_super_admin' })
}

type AuditName = 'opened' | 'changed' | 'closed' | 'noted' | 'written' | 'searched'

async function audit(
  tx: Tx,
  name: AuditName,
  id: string,
  { by, address }: Who,
  after: Record<string, unknown>,
  before?: Record<string, unknown>,
): Promise<void> {
  const subject = { type: 'dispute', id }
  await recordAudit(tx, {
    actor: by,
    action: `dispute.${name}`,
    subject,
    ...(before ? { before } : {}),
    after,
    address,
  })
}

/** Erases payers' texts and email addresses a year after the disputes were closed. */
export async function purgeDisputes(moment: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.kysely
      .updateTable('dispute')
      .set({ email: '', said: '' })
      .where('closedAt', '<', addSeconds(moment, -365 * 86_400))
      .where((eb) => eb.or([eb('email', '<>', ''), eb('said', '<>', '')]))
      .execute()
  })
}
