// Cash journals of two super admins, and M-Pesa's balance against the books.
import { expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { CashJournal, CashJournalPage, CashPosition } from '#lib/contract/cash/calls.ts'
import { nairobiDay, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { signAccessToken } from '#lib/domain/accounts/access-token.ts'
import { askBalanceJob } from '#lib/domain/cash/jobs.ts'
import type { Desk } from './desk-payments.ts'
import type { Money } from './money.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'
import { until } from './until.ts'

const journals = await loadRoute(contract.cash.journals)
const position = await loadRoute(contract.cash.position)
const routes = {
  confirm: await loadRoute(contract.cash.confirm),
  reject: await loadRoute(contract.cash.reject),
  reverse: await loadRoute(contract.cash.reverse),
}

type Answer<T> = { status: number; json: T & { code?: string; errors?: Record<string, string[]> } }

const answered = async <T>(response: Response): Promise<Answer<T>> => ({
  status: response.status,
  json: await response.json(),
})

export async function propose(
  by: Desk,
  body: Record<string, unknown>,
  headers = {},
): Promise<Answer<CashJournal>> {
  const given = { happened_on: nairobiDay(now()), note: 'Seen at the bank', ...body }
  const access = await signAccessToken(by)
  return answered(await send(journals.POST, { method: 'POST', access, body: given, headers }))
}

export async function decideCash(
  word: keyof typeof routes,
  by: Desk,
  id: string,
  body: Record<string, unknown> = {},
): Promise<Answer<CashJournal>> {
  const access = await signAccessToken(by)
  return answered(await send(routes[word].POST, { method: 'POST', access, params: { id }, body }))
}

/** Proposes a journal as the first, and confirms it as the second. */
export async function booked(
  [first, second]: readonly [Desk, Desk],
  body: Record<string, unknown>,
): Promise<CashJournal> {
  const proposed = await propose(first, body)
  expect(proposed.status, JSON.stringify(proposed.json)).toBe(201)
  const confirmed = await decideCash('confirm', second, proposed.json.id)
  expect(confirmed.status, JSON.stringify(confirmed.json)).toBe(200)
  return confirmed.json
}

export async function listCash(by: Desk, query: Record<string, string> = {}): Promise<CashJournalPage> {
  const access = await signAccessToken(by)
  return (await send(journals.GET, { access, query })).json()
}

export async function cashPosition(by: Desk): Promise<CashPosition> {
  return (await send(position.GET, { access: await signAccessToken(by) })).json()
}

/** Queries M-Pesa's balance now. @returns the answer's outcome */
export async function checkBalance(money: Money): Promise<string> {
  // Each confirmed journal queries the balance too. Such an answer would be compared after this one.
  await until('earlier balances are compared', async () => {
    await money.mpesa.advance(0)
    return (await pendingBalances()) === 0
  })
  const since = now()
  await queue('payments').add(askBalanceJob.name, {})
  return until('the balance is compared', async () => {
    await money.mpesa.advance(0)
    const row = await firstRow<{ outcome: string | null }>(
      db(),
      `SELECT c.outcome FROM callback_inbox c JOIN daraja_request r ON r.id = c.intent_id
        WHERE c.kind LIKE 'balance/%' AND r.created_at >= $1 AND c.processed_at IS NOT NULL ORDER BY c.id DESC`,
      [since],
    )
    return row?.outcome ?? undefined
  })
}

/** Counts queries of the balance that are enqueued, sent or not yet compared. */
async function pendingBalances(): Promise<number> {
  const jobs = await queue('payments').getJobs(['active', 'waiting', 'prioritized'])
  const row = await firstRow<{ pending: number }>(
    db(),
    `SELECT ((SELECT count(*) FROM outbox WHERE name = $1) + (SELECT count(*) FROM daraja_request r
      WHERE r.operation = 'account_balance' AND coalesce(r.outcome, 'accepted') = 'accepted' AND NOT EXISTS (
        SELECT FROM callback_inbox c WHERE c.intent_id = r.id AND c.processed_at IS NOT NULL)))::int AS pending`,
    [askBalanceJob.name],
  )
  return jobs.filter((job) => job?.name === askBalanceJob.name).length + (row?.pending ?? 0)
}

export const MATCHES = 'working 0, utility 0'
