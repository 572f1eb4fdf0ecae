// M-Pesa answers for a shortcode that was never registered as for a quiet day: neither closes a month (docs/decisions/0004).
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { troublesOf } from '#lib/domain/health/alerts.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { registerAtMpesa } from '#lib/domain/mpesa/register.ts'
import { keptStatement, notePaybillTaken } from '#lib/domain/mpesa/registered.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import { statementReadTo } from '#lib/domain/payments/statement-read.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { inEnglish } from '#tests/support/sentences.ts'

const money = setUpMoney({ worker: 'none', web: 'none', settings: { statementNeedsRegistration: true } })

async function look() {
  const health = await readHealth()
  const check = health.checks.find(({ name }) => name === 'statement')
  return inEnglish({ check, alert: troublesOf({ ...health, queues: [] }, 0).get('no_statement') })
}

test('an empty statement is not taken for a read one before M-Pesa keeps one, and people are told after two hours', async () => {
  expect(await look()).toMatchObject({ check: { status: 'warning', detail: 'Not read yet.' } })
  await notePaybillTaken()
  expect(await reconcileStatement(2)).toBe(0)
  expect(await statementReadTo(db())).toBeNull()
  expect(await look()).toMatchObject({ check: { status: 'ok', detail: 'Not read yet.' } })
  await money.passTime(2 * 3_600 + 60)
  expect(await reconcileStatement(2)).toBe(0)
  const detail = 'Not read yet. M-PESA might not provide one yet. Was it registered?'
  expect(await look()).toMatchObject({
    check: { status: 'failed', detail },
    alert: expect.stringContaining(detail),
  })
})

test('once it was registered an empty one is read, and one that stands still is told', async () => {
  await registerAtMpesa()
  // Before that M-Pesa kept none, so the days until then are not whole.
  const kept = await keptStatement(db())
  expect(now().getTime() - (kept?.since.getTime() ?? 0)).toBeLessThan(5_000)
  await registerAtMpesa()
  expect(await keptStatement(db())).toEqual(kept)
  await reconcileStatement(2)
  expect(await statementReadTo(db())).not.toBeNull()
  expect(await look()).toMatchObject({ check: { status: 'ok', detail: 'Read up to 0 s ago.' } })
  await money.passTime(2 * 3_600 + 60)
  expect(await look()).toMatchObject({ check: { status: 'failed', detail: 'Read up to 2 h ago.' } })
})
