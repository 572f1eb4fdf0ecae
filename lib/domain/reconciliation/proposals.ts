import { z } from 'zod'
import {
  type Proposal,
  type ResolutionActionName,
  refundMethods,
} from '#lib/contract/reconciliation/calls.ts'
import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import type { Subject } from './schema.ts'

/** What an action needs beside its name. */
export const detailsSchema = z.object({
  receipt: z.string().optional(),
  voteCode: z.string().optional(),
  method: z.enum(refundMethods).optional(),
  /** Of a payout or refund: the try that it is about. */
  attempt: z.string().optional(),
})
export type Details = z.infer<typeof detailsSchema>

/** A proposal as its confirmation needs it. */
export type OpenProposal = {
  readonly id: string
  readonly subjectType: string
  readonly subjectId: string
  readonly action: ResolutionActionName
  readonly details: Details
  readonly note: string
  readonly proposedBy: string
}

/** An open proposal, locked until the transaction ends; undefined once it is decided. */
export async function lockProposal(on: Queryable, id: string): Promise<OpenProposal | undefined> {
  const row = await firstRow<Omit<OpenProposal, 'details'> & { details: unknown }>(
    on,
    `SELECT id, subject_type AS "subjectType", subject_id AS "subjectId", action::text, details, note,
        proposed_by AS "proposedBy" FROM resolution WHERE id = $1 AND state = 'open' FOR UPDATE`,
    [id],
  )
  return row && { ...row, details: detailsSchema.parse(row.details) }
}

type ProposalRow = {
  subject_id: string
  id: string
  action: ResolutionActionName
  note: string
  proposed_by: string
  username: string
  proposed_at: Date
  details: unknown
}

/** The open proposals about these subjects, by the subject's id. */
export async function readOpenProposals(
  on: Queryable,
  subjects: readonly Subject[],
  readerId: string,
): Promise<Map<string, Proposal>> {
  if (subjects.length === 0) return new Map()
  const found = await rows<ProposalRow>(
    on,
    `SELECT r.subject_id, r.id, r.action::text, r.note, r.proposed_by, u.username, r.proposed_at, r.details
      FROM resolution r JOIN app_user u ON u.id = r.proposed_by
      WHERE r.state = 'open' AND (r.subject_type, r.subject_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [subjects.map(({ kind }) => kind), subjects.map(({ id }) => id)],
  )
  return new Map(found.map((row) => [row.subject_id, presentProposal(row, readerId)]))
}

function presentProposal(row: ProposalRow, readerId: string): Proposal {
  const details = detailsSchema.parse(row.details)
  return {
    id: row.id,
    action: row.action,
    note: row.note,
    proposed_by: { id: row.proposed_by, username: row.username },
    proposed_at: row.proposed_at.toISOString(),
    is_own: row.proposed_by === readerId,
    receipt: details.receipt ?? null,
    vote_code: details.voteCode ?? null,
    method: details.method ?? null,
  }
}
