// An M-Pesa that takes longer to answer than anybody waits.
import { expect, test, vi } from 'vitest'
import { queue } from '#lib/core/queue.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  pullStatement,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

// Before the product reads its environment.
vi.hoisted(() => {
  process.env.MPESA_TIMEOUT_MS = '2000'
})

const money = setUpMoney({ settings: { slowMs: 4_000 } })

test('a prompt whose acknowledgement comes too late is in doubt, is not sent again, and counts when it is paid', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.configure({ autoAccept: false })
  money.mpesa.setNext({ phone, outcome: 'slow' })
  const id = await order(video, phone, 2)
  expect(await untilState(id, 'submit_unknown')).toMatchObject({
    result_code: 'TimeoutError',
    checkout_request_id: null,
  })
  money.mpesa.answer({ phone, answer: 'pin' })
  await untilState(id, 'credited')
  expect(await votesOf(video)).toBe(2)
  // M-Pesa notes a request when it has answered it.
  await until('the acknowledgement is sent after all', () => money.promptsTo(phone)[0])
  expect(money.promptsTo(phone)).toHaveLength(1)
})

test('a query that is not answered in time is asked again when its time has come', async () => {
  const [video, phone] = [await money.video(), newPhone()]
  money.mpesa.setNext({ phone, outcome: 'no-callback' })
  const id = await order(video, phone)
  await untilState(id, 'awaiting')
  money.mpesa.setNext({ api: 'query', phone, outcome: 'slow' })
  await askAfter(21, id, 1)
  // M-Pesa answers as soon as its own time has passed, so it passes when nobody waits for that answer any more.
  await until('it is given up', async () => (await queue('payments').getJobCounts('active')).active === 0)
  expect((await intentOf(id)).state).toBe('awaiting')
  await askAfter(20, id, 2)
  await untilState(id, 'credited')
})

/** So much later the worker asks about a payment, for the nth time. */
async function askAfter(seconds: number, id: string, times: number): Promise<void> {
  await money.passTime(seconds)
  await askAboutDuePayments()
  await until('it is asked', async () => (await intentOf(id)).queries === times)
}

test('a job that has used up its tries is kept with its reason, for people', async () => {
  await money.mpesa.goAway()
  await pullStatement()
  const dead = await until(
    'the job is kept',
    async () => (await queue('dead-letter').getJobs(['waiting']))[0],
  )
  expect(dead.name).toBe('pull-statement')
  expect(dead.data).toMatchObject({
    queue: 'payments',
    data: { hours: 2 },
    error: expect.stringContaining('ECONNREFUSED'),
  })
})
