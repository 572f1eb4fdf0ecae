import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Toast, toasts } from '#lib/client/browser/toasts.ts'
import { storeSession } from '#lib/client/session/change-session.ts'
import type { SignedInUser } from '#lib/client/session/session.ts'
import type { FundTransfer } from '#lib/contract/transfers/calls.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { drawOnce } from '#tests/support/shown-call.tsx'
import { useTransfer } from './use-transfer.ts'

const admin: SignedInUser = {
  id: 'asha',
  username: 'asha',
  displayName: 'Asha',
  email: '',
  userType: 'officer',
  backendRole: 'super_admin',
  avatar: '',
}
const body = { source_wallet_id: 1, destination_wallet_id: 2, amount: 500, description: 'Prizes' }

let sent: PromiseWithResolvers<string>
beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  storeSession({ access: 'a', refresh: 'r' }, admin)
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.resolve(headers['Idempotency-Key'] ?? '')
    throw new TypeError('offline')
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Answers later calls by method. */
function answerBy(answers: Readonly<Record<string, unknown>>): void {
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => Response.json(answers[method]))
}

/** A newly opened dialog. */
const opened = (onDone: (transfer: FundTransfer) => void = () => undefined) =>
  drawOnce(new QueryClient(), () => useTransfer(onDone))

/** @returns the key; no answer comes */
function send(asked: typeof body): Promise<string> {
  sent = Promise.withResolvers()
  opened().send(asked)
  return sent.promise
}

test('a transfer that went unanswered stands in the dialog that is opened next, and is sent again under its key', async () => {
  expect(opened().asked).toBeNull()
  const key = await send(body)
  expect(opened().asked).toMatchObject(body)
  expect(opened().isUnanswered(body)).toBe(true)
  expect(opened().isUnanswered({ ...body, amount: 600 })).toBe(false)
  expect(await send(body)).toBe(key)
  expect(await send({ ...body, amount: 600 })).not.toBe(key)
})

test.each([
  ['completed', { title: 'Funds transferred', tone: 'good' }],
  ['rejected', { title: 'The money stays where it is', tone: 'bad' }],
  ['waiting', { title: 'Needs confirmation by another super admin', tone: 'good' }],
] as const)('a repeat is told as the transfer stands by now: %s', async (status, toast) => {
  await send(body)
  // The stored answer is returned again.
  const transfer = { id: 't1', transaction_reference: 'T7K2M9QXB', status: 'waiting' }
  answerBy({
    POST: transfer,
    GET: {
      results: [
        { ...transfer, id: 't2' },
        { ...transfer, status },
      ],
    },
  })
  const told: Toast[] = []
  const stop = toasts.listen((one) => told.push(one))
  const done = Promise.withResolvers<FundTransfer>()
  opened(done.resolve).send(body)
  expect((await done.promise).status).toBe(status)
  stop()
  expect(told.at(-1)).toMatchObject({ ...toast, description: 'T7K2M9QXB' })
})
