// Auth calls of a browser, with a worker and a mail server.
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
    passTime: (seconds: number) => {
      ahead += seconds
    },
  }
}

export type Answered = { status: number; body: Record<string, unknown>; response: Response }

export async function call(name: AuthCall, body: unknown, sent: Sent = {}): Promise<Answered> {
  const route = await loadRoute(contract.accounts[name])
  const response = await send(route.POST, { method: 'POST', body, ...sent })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {}, response }
}

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

export async function mailedToken(email: string, count = 1): Promise<string> {
  return linkIn(await untilMailed(email, count)).searchParams.get('token') ?? ''
}

/** @returns the number of mails to an address, once all mails are sent */
export async function mailsWhenQuiet(email: string): Promise<number> {
  await until('no mail waits', async () => {
    const counts = await queue('mail').getJobCounts('waiting', 'active', 'delayed')
    return Object.values(counts).every((count) => count === 0)
  })
  return (await mailsTo(email)).length
}
