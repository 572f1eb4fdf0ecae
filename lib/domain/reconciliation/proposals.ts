import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Proposal,
  type ResolutionActionName,
  refundMethods,
} from '#lib/contract/reconciliation/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type ProposersStanding, standingOf } from '#lib/domain/approvals/two-people.ts'
import { isAsProposed, seenSchema } from './as-proposed.ts'
import type { Subject } from './schema.ts'

const detailsSchema = seenSchema.extend({
  receipt: z.string().optional(),
  voteCode: z.string().optional(),
  method: z.enum(refundMethods).optional(),
  /** The attempt of the payout or refund that the proposal is about. */
  attempt: z.string().optional(),
})
export type Details = z.infer<typeof detailsSchema>

export type OpenProposal = {
  readonly id: string
  readonly subjectType: string
  readonly subjectId: string
  readonly action: ResolutionActionName
  readonly details: Details
  readonly note: string
  readonly proposedBy: string
}

/** Locks a proposal until the transaction ends. Returns undefined once it is decided. */
export async function lockProposal(on: Queryable, id: string): Promise<OpenProposal | undefined> {
  const row = await kysely(on)
    .selectFrom('resolution')
    .select(['id', 'subjectType', 'subjectId', 'action', 'details', 'note'])
    .select('proposedBy')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, details: detailsSchema.parse(row.details) }
}

/** Returns open proposals by the id of their case. */
export async function readOpenProposals(
  on: Queryable,
  subjects: readonly Subject[],
  readerId: string,
): Promise<Map<string, Proposal>> {
  if (subjects.length === 0) return new Map()
  const found = await openProposals(on, subjects)
  const proposers = found.map((row) => row.proposedBy)
  const reader = { id: readerId, ...(await standingOf(on, readerId, proposers)) }
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  return new Map(found.map((row) => [row.subjectId, presentProposal(row, byId.get(row.subjectId), reader)]))
}

function openProposals(on: Queryable, subjects: readonly Subject[]) {
  const kinds = subjects.map(({ kind }) => kind)
  const ids = subjects.map(({ id }) => id)
  return kysely(on)
    .selectFrom('resolution as r')
    .innerJoin('appUser as u', 'u.id', 'r.proposedBy')
    .select(['r.subjectId', 'r.id', 'r.action', 'r.note', 'r.proposedBy', 'u.username', 'r.proposedAt'])
    .select('r.details')
    .where('r.state', '=', 'open')
    .where(
      (eb) =>
        sql<boolean>`(${eb.ref('r.subjectType')}, ${eb.ref('r.subjectId')}) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::text[]))`,
    )
    .execute()
}

type ProposalRow = Awaited<ReturnType<typeof openProposals>>[number]

/** @param reader their id, and whose proposals they can confirm */
function presentProposal(
  row: ProposalRow,
  subject: Subject | undefined,
  reader: ProposersStanding & { id: string },
): Proposal {
  const details = detailsSchema.parse(row.details)
  return {
    id: row.id,
    action: row.action,
    note: row.note,
    proposed_by: { id: row.proposedBy, username: row.username },
    proposed_at: row.proposedAt.toISOString(),
    is_own: row.proposedBy === reader.id,
    can_confirm: reader.confirmable.has(row.proposedBy),
    is_proposer_gone: reader.gone.has(row.proposedBy),
    has_changed: subject !== undefined && !isAsProposed(subject, details),
    receipt: details.receipt ?? null,
    vote_code: details.voteCode ?? null,
    method: details.method ?? null,
  }
}
