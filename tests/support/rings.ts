// Rings of gifts from one browser, and super admins' actions on them.
import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import type { FraudSignalDetail } from '#lib/contract/fraud/calls.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { signAccessToken } from '#lib/domain/accounts/access-token.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { workSignalActionsJob } from '#lib/domain/rings/jobs.ts'
import type { StageVideo } from './contest.ts'
import type { Desk } from './desk-payments.ts'
import { type Money, newPhone, order, untilState } from './money.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'
import { until } from './until.ts'

type Answered = {
  status: number
  json: FraudSignalDetail & { code?: string; errors?: Record<string, string[]> }
}

/** Creates counted gifts of different phones, all from one browser, and their signal. */
export async function ringOf(money: Money, gifts: number, on?: StageVideo) {
  const video = on ?? (await money.video())
  const ids: string[] = []
  // Twenty at a time: the simulated M-Pesa accepts few prompts at once.
  while (ids.length < gifts) {
    const some = Array.from({ length: Math.min(20, gifts - ids.length) }, () => order(video, newPhone(), 2))
    ids.push(...(await Promise.all(some)))
  }
  for (const id of ids) await untilState(id, 'credited')
  await db().query(`UPDATE gift SET session_id = $2 WHERE intent_id = ANY($1)`, [ids, `ring of ${video.id}`])
  await findSignals({ days: 1 })
  const signal = await firstRow<{ id: string }>(
    db(),
    `SELECT id FROM fraud_signal WHERE video_id = $1 AND kind = 'device'`,
    [video.id],
  )
  return { video, ids, signalId: signal?.id ?? '' }
}

/** Sends a press of a button at the desk. */
async function press(
  desk: Desk,
  call: Call,
  params: Record<string, string>,
  body?: unknown,
): Promise<Answered> {
  const route = await loadRoute(call)
  const access = await signAccessToken(desk)
  const response = await send(route[call.method], { method: call.method, access, params, body })
  return { status: response.status, json: await response.json() }
}

export async function signalOf(desk: Desk, id: string): Promise<FraudSignalDetail> {
  return (await press(desk, contract.fraud.detail, { id })).json
}

export const orderOn = (desk: Desk, id: string, body: Record<string, unknown>) =>
  press(desk, contract.fraud.order, { id }, { note: 'One browser paid for all of them.', ...body })

export const decideOn = (desk: Desk, id: string, action_id: string, decision: 'confirm' | 'reject') =>
  press(desk, contract.fraud.decide, { id, action_id }, { decision, note: 'Looked at it.' })

export const dismissSignal = (desk: Desk, id: string) =>
  press(desk, contract.fraud.dismiss, { id }, { note: 'A stand at the show.' })

export const reopenSignal = (desk: Desk, id: string) =>
  press(desk, contract.fraud.reopen, { id }, { note: 'More was found.' })

export const escalateSignal = (desk: Desk, id: string) =>
  press(desk, contract.fraud.escalate, { id }, { note: 'It looks like bought votes.' })

/** Waits until a signal's newest action is done. */
export function untilDone(desk: Desk, id: string): Promise<FraudSignalDetail> {
  return until('the action is finished', async () => {
    const signal = await signalOf(desk, id)
    return signal.actions[0]?.state === 'done' && signal
  })
}

/** Proposes an action as the first, confirms it as the second. @returns the signal once the worker is done */
export async function agreedOn(
  [first, second]: readonly [Desk, Desk],
  id: string,
  body: Record<string, unknown>,
): Promise<FraudSignalDetail> {
  const asked = await orderOn(first, id, body)
  expect(asked.status, JSON.stringify(asked.json)).toBe(200)
  const confirmed = await decideOn(second, id, asked.json.actions[0]?.id ?? '', 'confirm')
  expect(confirmed.status, JSON.stringify(confirmed.json)).toBe(200)
  return untilDone(first, id)
}

/** Runs the worker's job for actions now. */
export async function workActions(): Promise<void> {
  await queue('housekeeping').add(workSignalActionsJob.name, {})
}
