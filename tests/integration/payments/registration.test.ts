// What M-Pesa is told once, and keeps: the addresses of Paybill, and that it keeps a statement (docs/decisions/0004).
import { beforeEach, expect, test, vi } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { signHex } from '#lib/core/ids.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { queue } from '#lib/core/queue.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import {
  formerMarks,
  keptStatement,
  notePaybillKept,
  paybillAddresses,
} from '#lib/domain/mpesa/registered.ts'
import { registerAtMpesaJob } from '#lib/domain/payments/jobs.ts'
import { votesOf } from '#tests/support/contest.ts'
import { newPhone, setUpMoney } from '#tests/support/money.ts'
import { inEnglish } from '#tests/support/sentences.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const former = vi.hoisted(() => {
  const secret = 'the-former-secret-of-this-installation'
  // Before any module of the product reads the environment.
  process.env.MPESA_CALLBACK_FORMER_SECRETS = secret
  return secret
})

const money = setUpMoney({ settings: { registersOnce: true, statementNeedsRegistration: true } })

/** A process notes only the first call of M-Pesa; for each test none has come. */
const heard = processSingleton('paybill-heard', () => ({ isHeard: false }))
beforeEach(() => heard.drop())

/** What M-Pesa has, as far as we know. */
async function setKnown(changed: Partial<ReturnType<typeof paybillAddresses>>): Promise<void> {
  const { shortcode, base, mark } = { ...paybillAddresses(), ...changed }
  await rows(db(), `UPDATE system_check SET findings = $1 WHERE name = 'paybill_registered'`, [
    [shortcode, base, mark],
  ])
}

async function checkOf(name: 'paybill' | 'statement') {
  const { checks } = await readHealth()
  const { status, detail } = checks.find((one) => one.name === name) ?? {}
  return inEnglish({ status, detail })
}

/** As a worker does when it starts. @returns how it went */
async function register(): Promise<string> {
  const order = { shortcode: env.MPESA_SHORTCODE, orderedAt: Date.now() }
  const job = await queue('payments').add(registerAtMpesaJob.name, order)
  return until('it is over', async () => {
    const state = await job.getState()
    return (state === 'completed' || state === 'failed') && state
  })
}

const paid = (account: string) => money.mpesa.payPaybill({ phone: newPhone(), amountCents: 5_000n, account })

test('both are registered as the worker starts, and a second start is no failure', async () => {
  expect(await checkOf('paybill')).toEqual({ status: 'ok', detail: 'The current addresses are registered.' })
  expect(await keptStatement(db())).not.toBeNull()
  const asked = () => money.requestsLookedAt('/mpesa/c2b/v2/registerurl')
  const before = asked().length
  expect(await register()).toBe('completed')
  expect(asked().slice(before)).toMatchObject([{ status: 500 }])
  expect(await queue('dead-letter').getJobCountByTypes('waiting')).toBe(0)
  expect(await checkOf('paybill')).toMatchObject({ status: 'ok' })
})

test('a payment that is announced at the address of a former secret counts; one of no secret does not', async () => {
  const video = await money.video()
  const line = money.book.collect({
    ...{ kind: 'paybill', phone: newPhone(), amountCents: 5_000n, account: video.voteCode },
  })
  const body = {
    ...{ TransactionType: 'Pay Bill', TransID: line.receipt, TransAmount: '50.00' },
    ...{ TransTime: '', BusinessShortCode: env.MPESA_SHORTCODE, BillRefNumber: video.voteCode },
    MSISDN: line.phone,
  }
  const nobody = '0'.repeat(32)
  const signedBy = (secret: string, kind: string) =>
    nobody + signHex(secret, `${kind}:00000000-0000-0000-0000-000000000000`, 32)
  const told = (token: string, kind: string) => send(`/api/payments/m/${token}/${kind}/`, { body })
  const stored = async () => (await rows(db(), 'SELECT 1 FROM callback_inbox')).length

  const before = await stored()
  await told(signedBy('a secret that was never ours, of any length', 'c2b/confirmation'), 'c2b/confirmation')
  // Only Paybill's addresses are kept by M-Pesa: a former secret opens no others.
  await told(signedBy(former, 'stk'), 'stk')
  expect(await stored()).toBe(before)
  expect(await told(signedBy(former, 'c2b/confirmation'), 'c2b/confirmation')).toMatchObject({
    status: 200,
    json: { ResultCode: 0 },
  })
  await until('it is counted', async () => (await votesOf(video)) === 1)
  expect(await told(signedBy(former, 'c2b/validation'), 'c2b/validation')).toMatchObject({
    json: { ResultCode: '0' },
  })
})

test('addresses of before are told on the health page', async () => {
  const [mark = ''] = formerMarks()
  await setKnown({ mark })
  expect(await checkOf('paybill')).toMatchObject({
    status: 'warning',
    detail: 'Addresses with an older secret are registered. They still work.',
  })
  await setKnown({ mark: 'of another secret' })
  expect(await checkOf('paybill')).toMatchObject({
    status: 'failed',
    detail: 'Addresses with an older secret are registered. They no longer work.',
  })
  await setKnown({ base: 'https://old.ngoma.test' })
  expect(await checkOf('paybill')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching('https://old.ngoma.test'),
  })
  await setKnown({ shortcode: '600998' })
  expect(await checkOf('paybill')).toMatchObject({
    status: 'warning',
    detail: 'No addresses are registered for 600999 yet.',
  })
  await setKnown({})
})

test('after they were deleted in the portal the next start registers those of today', async () => {
  await setKnown({ mark: 'of another secret' })
  expect(await register()).toBe('completed')
  expect(await checkOf('paybill')).toMatchObject({ status: 'failed' })
  money.mpesa.deleteUrls()
  expect(await register()).toBe('completed')
  expect(await checkOf('paybill')).toMatchObject({ status: 'ok' })
})

test('addresses that nobody knows of are told, until a payment is announced at today’s', async () => {
  await rows(db(), `DELETE FROM system_check WHERE name = 'paybill_registered'`)
  expect(await checkOf('paybill')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching('No addresses are registered'),
  })
  expect(await register()).toBe('completed')
  expect(await checkOf('paybill')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching('we don’t know which'),
  })
  expect(await paid((await money.video()).voteCode)).toMatchObject({ accepted: true })
  await until('it is known', async () => (await checkOf('paybill')).status === 'ok')
})

test('a payment to a former shortcode proves nothing of this one’s addresses', async () => {
  await rows(db(), `DELETE FROM system_check WHERE name = 'paybill_registered'`)
  expect(await register()).toBe('completed')
  const body = {
    ...{ TransactionType: 'Pay Bill', TransID: 'SFORMER001', TransAmount: '50.00', TransTime: '' },
    ...{ BusinessShortCode: '600998', BillRefNumber: 'X', MSISDN: newPhone() },
  }
  for (const kind of ['c2b/validation', 'c2b/confirmation'] as const) {
    expect(await send(new URL(callbackUrl(kind)).pathname, { body })).toMatchObject({ status: 200 })
    expect(heard.get()).toEqual({ isHeard: false })
  }
  expect(await paid((await money.video()).voteCode)).toMatchObject({ accepted: true })
  await until('it is known', async () => (await checkOf('paybill')).status === 'ok')
})

test('addresses that another worker has noted a moment before stay known', async () => {
  await setKnown({})
  const other = await db().connect()
  await rows(db(), `DELETE FROM system_check WHERE name = 'paybill_registered'`)
  const { shortcode, base, mark } = paybillAddresses()
  await other.query('BEGIN')
  await other.query(
    `INSERT INTO system_check (name, checked_at, is_good, took_ms, findings)
      VALUES ('paybill_registered', now(), true, 0, $1)`,
    [[shortcode, base, mark]],
  )
  const noted = notePaybillKept()
  await until('it waits for the other', () =>
    firstRow(db(), `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`),
  )
  await other.query('COMMIT')
  other.release()
  await noted
  expect(await checkOf('paybill')).toMatchObject({ status: 'ok' })
})

test('the registration of another shortcode is left to its workers, and dropped after an hour', async () => {
  const asked = () => money.requestsLookedAt('/mpesa/c2b/v2/registerurl').length
  const add = (name: string, data: object) => queue('payments').add(name, data)
  const before = asked()
  const job = await add(registerAtMpesaJob.name, { shortcode: '600998', orderedAt: Date.now() })
  await until('it was put back', () => job.isDelayed())
  const old = await add(registerAtMpesaJob.name, { shortcode: '600998', orderedAt: Date.now() - 3_600_001 })
  await until('it was dropped', () => old.isCompleted())
  expect(asked()).toBe(before)
  await until('nobody has it at this moment', () =>
    job.remove().then(
      () => true,
      () => false,
    ),
  )
})

test('what M-Pesa says of the statement to its own address is answered and not stored', async () => {
  const { pathname } = new URL(callbackUrl('statement/notice'))
  const before = await rows(db(), 'SELECT 1 FROM callback_inbox')
  expect(await send(pathname, { body: { anything: true } })).toMatchObject({
    status: 200,
    json: { ResultCode: 0, ResultDesc: 'Accepted' },
  })
  expect(await rows(db(), 'SELECT 1 FROM callback_inbox')).toHaveLength(before.length)
})
