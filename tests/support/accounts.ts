// The auth calls as a browser makes them, with a worker and a mail server behind them.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { setProcessClock } from '#lib/core/clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { startConsumers } from '#workers/consume.ts'
import { linkIn, mailsTo, startMailbox, untilMailed } from './mailbox.ts'
import { loadRoute } from './route-files.ts'
import { type Sent, send } from './send.ts'
import { until } from './until.ts'

export type AuthCall = keyof typeof contract.accounts

/** Opens worker and mail server for the tests of one file. */
export function setUpAccounts() {
  let ahead = 0
  const ends: (() => unknown)[] = [
    closeDb,
    closeRedis,
    closeQueues,
    setProcessClock(() => new Date(Date.now() + ahead * 1_000)),
  ]
  beforeAll(async () => {
    ends.push(await startMailbox(), startConsumers())
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return {
    /** Lets time pass for the product. */
    passTime: (seconds: number) => {
      ahead += seconds
    },
  }
}

export type Answered = { status: number; body: Record<string, unknown>; response: Response }

/** Calls an auth route with a body. */
export async function call(name: AuthCall, body: unknown, sent: Sent = {}): Promise<Answered> {
  const route = await loadRoute(contract.accounts[name])
  const response = await send(route.POST, { method: 'POST', body, ...sent })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {}, response }
}

/** What a dancer-to-be enters, with a name and an email of their own. */
export function newcomer(more: Record<string, unknown> = {}) {
  const mark = randomBytes(6).toString('hex')
  return {
    username: `Newcomer ${mark}`,
    email: `newcomer-${mark}@example.test`,
    password: 'A long enough passphrase',
    password_confirm: 'A long enough passphrase',
    first_name: 'Amina',
    last_name: 'Wanjiru Odhiambo',
    role: 'dancer',
    phone_number: '',
    ...more,
  }
}

/** The token of the `count`th mail to an address. */
export async function mailedToken(email: string, count = 1): Promise<string> {
  return linkIn(await untilMailed(email, count)).searchParams.get('token') ?? ''
}

/** Waits until the worker has written every mail that was asked for. @returns how many an address has got */
export async function mailsWhenQuiet(email: string): Promise<number> {
  await until('no mail waits', async () => {
    const counts = await queue('mail').getJobCounts('waiting', 'active', 'delayed')
    return Object.values(counts).every((count) => count === 0)
  })
  return (await mailsTo(email)).length
}
