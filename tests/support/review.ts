import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { db, rows } from '#lib/core/db.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import type { ReviewSubject } from '#lib/domain/review/schema.ts'
import type { Month } from './contest.ts'
import { newForm, prepareKyc } from './kyc.ts'
import { signInAs } from './people.ts'
import { loadRoute } from './route-files.ts'
import { type Sent, send } from './send.ts'
import { readyDancer, submitted } from './submissions.ts'
import { addTrack } from './tracks.ts'

export type Asked = { status: number; body: Record<string, unknown> & { results: Record<string, unknown>[] } }

export async function ask(call: Call, by: { access: string } | null, sent: Sent = {}): Promise<Asked> {
  const route = await loadRoute(call)
  const response = await send(route[call.method], { method: call.method, access: by?.access, ...sent })
  return { status: response.status, body: response.status === 204 ? {} : await response.json() }
}

export async function handInKyc(
  form: Record<string, string> = newForm(),
  role: 'dancer' | 'copyright_owner' = 'dancer',
): Promise<SignedIn> {
  const person = await signInAs(role)
  await prepareKyc(person, form)
  expect((await ask(contract.kyc.submit, person)).status).toBe(200)
  return person
}

export const reviewKinds = ['kyc', 'track', 'video'] as const

/** The calls of the officers' dashboard (docs/api.md, Compliance). */
export const dashboardQueries = {
  kyc: {
    call: contract.compliance.kycSubmissions,
    query: { kyc_status: 'pending', ordering: '-kyc_submitted_at' },
  },
  track: { call: contract.tracks.pending, query: { status: 'pending' } },
  video: { call: contract.videos.list, query: { status: 'pending_review', ordering: '-upload_date' } },
}

export type Waiting = ReviewSubject & { owner: { access: string } }

/** Creates a submission that is pending review. A KYC submission has no documents here. */
export async function waitingSubject(type: ReviewSubject['type'], month: Month): Promise<Waiting> {
  if (type === 'video') {
    const dancer = await readyDancer(month, { tracks: 1 })
    return { type, id: await submitted(dancer), owner: dancer }
  }
  const owner = await signInAs('copyright_owner')
  if (type === 'track') return { type, id: await addTrack(owner.user.id), owner }
  await rows(
    db(),
    `UPDATE profile SET kyc_status = 'under_review', kyc_submitted_at = now() WHERE user_id = $1`,
    [owner.user.id],
  )
  return { type, id: owner.user.id, owner }
}

export const claim = (by: { access: string } | null, { type, id }: ReviewSubject) =>
  ask(contract.compliance.takeClaim, by, { body: { subject_type: type, subject_id: id } })

export const release = (by: { access: string } | null, { type, id }: ReviewSubject) =>
  ask(contract.compliance.releaseClaim, by, { params: { subject_type: type, subject_id: id } })

export function decide(
  by: { access: string } | null,
  { type, id }: ReviewSubject,
  action: 'approve' | 'reject' = 'approve',
  more: { undoable?: boolean } = {},
): Promise<Asked> {
  const reason = 'The picture is not sharp.'
  const params = { id }
  if (type === 'kyc') {
    const body = { ...(action === 'approve' ? { action } : { action, reason }), ...more }
    return ask(contract.kyc.review, by, { params, body })
  }
  if (type === 'track') {
    const [status, review_comments] =
      action === 'approve' ? ['APPROVED', 'Approved by compliance officer'] : ['REJECTED', reason]
    return ask(contract.tracks.review, by, { params, body: { status, review_comments, ...more } })
  }
  return ask(contract.submissions[action], by, {
    params,
    body: { ...(action === 'reject' ? { reason } : {}), ...more },
  })
}

export type Audited = { action: string; actor_id: string; before: unknown; after: unknown; address: string }

/** Returns audit events of a subject, oldest first. */
export function auditOf(subjectId: string): Promise<Audited[]> {
  return rows<Audited>(
    db(),
    'SELECT action, actor_id, before, after, address FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [subjectId],
  )
}
