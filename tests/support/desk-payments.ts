// Super admins, and payments that only people can settle.
import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { RoleName } from '#lib/contract/call.ts'
import type { AdminPayment, AdminPaymentDetail, CaseFilter } from '#lib/contract/reconciliation/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { readAccessToken, signAccessToken } from '#lib/domain/accounts/access-token.ts'
import { workRefundsJob } from '#lib/domain/refunds/jobs.ts'
import type { RefundState } from '#lib/domain/refunds/schema.ts'
import type { StageVideo } from './contest.ts'
import { type Money, newPhone, order, untilState } from './money.ts'
import { signInAs } from './people.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'
import { until } from './until.ts'

const list = await loadRoute(contract.adminPayments.list)
const detail = await loadRoute(contract.adminPayments.detail)
const resolve = await loadRoute(contract.adminPayments.resolve)

export type Desk = { id: string; sessionId: string; role: RoleName }

export function superAdmin(): Promise<Desk> {
  return signedInAs('super_admin')
}

export async function signedInAs(role: RoleName): Promise<Desk> {
  const { user, access } = await signInAs(role)
  const claims = await readAccessToken(access)
  return { id: user.id, role, sessionId: claims?.sessionId ?? '' }
}

export async function twoAdmins(): Promise<[Desk, Desk]> {
  return [await superAdmin(), await superAdmin()]
}

type Answered<T> = {
  status: number
  json: T & { error?: string; code?: string; errors?: Record<string, string[]> }
}

async function answered<T>(response: Response): Promise<Answered<T>> {
  return { status: response.status, json: await response.json() }
}

export async function casesOf(
  desk: Desk,
  query: { status?: CaseFilter; search?: string; page?: string; page_size?: string } = {},
): Promise<AdminPayment[]> {
  const answer = await answered<{ results: AdminPayment[] }>(
    await send(list.GET, { access: await signAccessToken(desk), query: { page_size: '100', ...query } }),
  )
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json.results
}

export async function caseOf(desk: Desk, id: string): Promise<AdminPaymentDetail> {
  const access = await signAccessToken(desk)
  return (await answered<AdminPaymentDetail>(await send(detail.GET, { access, params: { id } }))).json
}

export async function post(desk: Desk, id: string, body: Record<string, unknown>, headers = {}) {
  // A new token per request, because tests let hours pass.
  const access = await signAccessToken(desk)
  return answered<AdminPaymentDetail>(
    await send(resolve.POST, { method: 'POST', access, params: { id }, body, headers }),
  )
}

/** Proposes successfully. @returns the proposal's id */
export async function proposed(by: Desk, id: string, body: Record<string, unknown>): Promise<string> {
  const { status, json } = await post(by, id, { note: 'Seen in the portal', ...body })
  expect(status, JSON.stringify(json)).toBe(200)
  return json.proposal?.id ?? ''
}

/** Proposes and confirms. @returns the second answer */
export async function agreed(
  [first, second]: readonly [Desk, Desk],
  id: string,
  body: Record<string, unknown>,
) {
  const proposal_id = await proposed(first, id, body)
  return post(second, id, { decision: 'confirm', proposal_id })
}

export async function countedGift(money: Money, votes = 2, video?: StageVideo) {
  const [on, phone] = [video ?? (await money.video()), newPhone()]
  const id = await order(on, phone, votes)
  await untilState(id, 'credited')
  const receipt = money.paymentsOf(phone)[0]?.receipt ?? ''
  return { video: on, phone, id, receipt }
}

/** Pays another amount for a gift, so that the gift is in review and its money in suspense. */
export async function wrongAmountGift(money: Money) {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'wrong-amount' })
  const id = await order(video, phone, 2)
  await untilState(id, 'review')
  return { video, phone, id, receipt: money.paymentsOf(phone)[0]?.receipt ?? '' }
}

export type RefundRow = {
  id: string
  state: RefundState
  method: string
  attempt_id: string | null
  conversation_id: string | null
  result_code: string | null
  proof: string | null
  problem: string
}

export function refundsOf(receipt: string): Promise<RefundRow[]> {
  return rows(db(), 'SELECT * FROM refund WHERE receipt = $1 ORDER BY created_at', [receipt])
}

export function untilRefund(receipt: string, ...states: RefundState[]): Promise<RefundRow> {
  return until(`the refund of ${receipt} is ${states.join(' or ')}`, async () => {
    const refund = (await refundsOf(receipt)).at(-1)
    return refund && states.includes(refund.state) && refund
  })
}

/** Runs the refund job now and waits for it. */
export async function workRefunds(): Promise<void> {
  const job = await queue('payments').add(workRefundsJob.name, {})
  await until('the worker has looked at the refunds', async () => (await job.getState()) === 'completed')
}

/** Returns how many requests to reverse a receipt M-Pesa has read. */
export function reversalsOf(money: Money, receipt: string): number {
  return money
    .requestsLookedAt('/mpesa/reversal/v1/request')
    .filter(({ body }) => JSON.stringify(body).includes(receipt)).length
}

/** Returns the balance in cents. */
export async function suspended(): Promise<bigint> {
  const row = await firstRow<{ cents: bigint }>(
    db(),
    `SELECT posted AS cents FROM account WHERE kind = 'suspense'`,
  )
  return row?.cents ?? -1n
}
