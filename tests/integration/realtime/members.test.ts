import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { assignTracks } from '#lib/domain/assignments/commands.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { addTracks } from '#tests/support/dancers.ts'
import { untilListening } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'
import { listen, refusal } from './listener.ts'

let server: RealtimeServer
let month: Month
let dancer: { id: string; access: string }

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  month = await openMonth()
  await addTracks(3)
  await untilListening()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { access, user } = await signInAs('dancer')
  dancer = { id: user.id, access }
})

const listenAs = (access: string) => listen(server.port, `/ws/me/?token=${access}`)

async function subscribe(status: 'paid' | 'pending'): Promise<string> {
  const id = newId()
  await db().query(
    `INSERT INTO subscription (id, challenge_id, dancer_id, status, amount) VALUES ($1, $2, $3, $4::subscription_status, 100000)`,
    [id, month.id, dancer.id, status],
  )
  return id
}

describe('the socket of a member', () => {
  test('is refused without a good token of a living session', async () => {
    const { access } = await signInAs('dancer')
    await logout({ sessionId: (await readAccessToken(access))?.sessionId })
    for (const path of [
      '/ws/me/',
      '/ws/me',
      '/ws/me/?token=',
      '/ws/me/?token=nonsense',
      `/ws/me/?token=${access}`,
    ])
      expect(await refusal(server.port, path), path).toBe(401)
    expect(await refusal(server.port, `/ws/me/more/?token=${dancer.access}`)).toBe(404)
  })

  test('says where things stand, then when a payment and the tracks have come', async () => {
    const other = await listenAs((await signInAs('dancer')).access)
    const reader = await listenAs(dancer.access)
    await until('the snapshot', () => reader.messages.length === 3)
    expect(reader.messages).toEqual([
      { type: 'subscription_update', payment_status: 'none' },
      { type: 'tracks_assigned', count: 0 },
      { type: 'notifications_unread', count: 0 },
    ])
    await subscribe('paid')
    await transaction((tx) => emit(tx, membersChanged, { user_ids: [dancer.id] }))
    await reader.untilHeard('subscription_update', ({ payment_status }) => payment_status === 'paid')
    await assignTracks(month.id, dancer.id)
    await reader.untilHeard('tracks_assigned', ({ count }) => count === 3)
    await reader.untilHeard('notifications_unread', ({ count }) => count === 1)
    expect(reader.messages).toHaveLength(6)
    const late = await listenAs(dancer.access)
    await until('the snapshot', () => late.messages.length === 3)
    expect(late.messages).toEqual(reader.messages.slice(3))
    expect(other.messages).toHaveLength(3)
  })

  test('tells when a prompt was declined: payments know nobody, their subscription does', async () => {
    const [subscriptionId, intentId] = [await subscribe('pending'), newId()]
    await db().query(
      `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
        VALUES ($1, 'subscription', 'awaiting', 100000, '', $2)`,
      [intentId, newSpokenCode(10)],
    )
    await db().query('INSERT INTO subscription_payment (intent_id, subscription_id) VALUES ($1, $2)', [
      intentId,
      subscriptionId,
    ])
    const reader = await listenAs(dancer.access)
    await reader.untilHeard('subscription_update', ({ payment_status }) => payment_status === 'pending')
    await transaction(async (tx) => {
      await tx.client.query(
        `UPDATE payment_intent SET state = 'declined', result_code = '1032' WHERE id = $1`,
        [intentId],
      )
      await emit(tx, paymentsChanged, { intent_ids: [intentId] })
    })
    await reader.untilHeard('subscription_update', ({ payment_status }) => payment_status === 'failed')
  })

  test('is closed within five seconds of its session’s end, whether Redis tells it or not', async () => {
    const [told, untold, staying] = [
      await signInAs('dancer'),
      await signInAs('dancer'),
      await signInAs('dancer'),
    ]
    const sockets = await Promise.all([told, untold, staying].map(({ access }) => listenAs(access)))
    const sessionOf = async (access: string) => (await readAccessToken(access))?.sessionId ?? ''
    const endedAt = performance.now()
    await logout({ sessionId: await sessionOf(told.access) })
    await db().query('UPDATE session SET revoked_at = now() WHERE id = $1', [await sessionOf(untold.access)])
    expect(await Promise.all(sockets.slice(0, 2).map(({ closed }) => closed))).toEqual([1008, 1008])
    expect(performance.now() - endedAt).toBeLessThan(5_000)
    expect(sockets[2]?.socket.readyState).toBe(1)
  })
})
