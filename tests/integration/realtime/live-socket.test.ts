// The browser's side of the sockets, against the real process. Node has WebSocket; of a page it needs to know where it is
// and whether it is seen. It needs a process of its own: the sockets of a page last as long as its modules.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type LiveStatus,
  subscribeLeaderboard,
  subscribeMember,
  subscribeSystemWallets,
  subscribeVotes,
  subscribeWallet,
} from '#lib/client/live/live-socket.ts'
import type { SessionUser } from '#lib/contract/accounts/calls.ts'
import { db } from '#lib/core/db.ts'
import { startSession } from '#lib/domain/accounts/sessions.ts'
import { systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { changeVideo, countVotes, untilListening } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
const stored = new Map<string, string>()

let server: RealtimeServer
let month: Month

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  Object.assign(globalThis, {
    location: { protocol: 'http:', host: `127.0.0.1:${server.port}` },
    document: page,
    addEventListener: page.addEventListener.bind(page),
    localStorage: { getItem: (key: string) => stored.get(key) ?? null },
  })
  month = await openMonth()
  await untilListening()
})
afterAll(() => server.close())

/** Signs somebody new in to this browser. */
async function signIn(role: 'dancer' | 'super_admin') {
  const { access, user } = await signInAs(role)
  keepSession(access, user)
  return user
}

function keepSession(access: string, user: SessionUser): void {
  stored.set('auth_token', access)
  stored.set('user', JSON.stringify({ ...user, displayName: user.username, userType: 'dancer' }))
}

async function openSockets(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  return Number(/^ngoma_sockets_open (\d+)$/m.exec(metrics)?.[1])
}

test('two who follow the same video share a socket, and the second knows the count at once', async () => {
  const video = await addVideo(month)
  await changeVideo(video, { vote_count: 8 })
  const before = await openSockets()
  const heard: number[] = []
  const stopFirst = subscribeVotes(video.id, ({ vote_count }) => heard.push(vote_count))
  await until('the count', () => heard[0] === 8)
  const late: number[] = []
  const stopSecond = subscribeVotes(video.id, ({ vote_count }) => late.push(vote_count))
  expect(late).toEqual([8])
  expect(await openSockets()).toBe(before + 1)
  await countVotes(video, 2)
  await until('both hear the change', () => heard.at(-1) === 10 && late.at(-1) === 10)
  stopFirst()
  stopSecond()
})

test('a lost connection is told and comes back by itself, with what was missed', async () => {
  const video = await addVideo(month)
  const heard: number[] = []
  const states: LiveStatus[] = []
  const stop = subscribeVotes(
    video.id,
    ({ vote_count }) => heard.push(vote_count),
    (status) => states.push(status),
  )
  await until('it is live', () => states.at(-1) === 'live')
  expect(states).toEqual(['connecting', 'live'])
  const { port } = server
  await server.close()
  await until('it is told', () => states.at(-1) === 'offline')
  // What was told before is not handed to who comes now: they read the API.
  const late: (number | LiveStatus)[] = []
  const stopLate = subscribeVotes(
    video.id,
    ({ vote_count }) => late.push(vote_count),
    (status) => late.push(status),
  )
  expect(late).toEqual(['offline'])
  await changeVideo(video, { vote_count: 33 })
  server = await startRealtime({ host: '127.0.0.1', port })
  await until('it is live again', () => states.at(-1) === 'live', 40)
  expect(heard.at(-1)).toBe(33)
  expect(late).toEqual(['offline', 'live', 33])
  await untilListening()
  stop()
  stopLate()
})

test('a hidden page lets its sockets go and takes them up again when it is seen', async () => {
  const rows: number[] = []
  const stop = subscribeLeaderboard((data) => rows.push(data.length))
  await until('the leaderboard', () => rows.length > 0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(10_000)
    await until('no socket is left', async () => (await openSockets()) === 0)
    const { length } = rows
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await until('the leaderboard is back', () => rows.length > length)
  } finally {
    vi.useRealTimers()
    stop()
  }
})

test('members hear of their own alone, also right after somebody else has left the browser', async () => {
  const heard: Record<string, unknown>[] = []
  for (const paid of [true, false]) {
    const user = await signIn('dancer')
    if (paid)
      await db().query(
        `INSERT INTO subscription (challenge_id, dancer_id, status, amount) VALUES ($1, $2, 'paid', 100000)`,
        [month.id, user.id],
      )
    heard.length = 0
    const stop = subscribeMember((message) => heard.push(message))
    await until('the snapshot', () => heard.length === 3)
    expect(heard).toEqual([
      { type: 'subscription_update', payment_status: paid ? 'paid' : 'none' },
      { type: 'tracks_assigned', count: 0 },
      { type: 'notifications_unread', count: 0 },
    ])
    stop()
  }
})

test('a wallet comes to its owner, the system’s to a super admin, and to nobody else', async () => {
  const wallets: unknown[] = []
  const states: LiveStatus[] = []
  await signIn('dancer')
  const stops = [
    subscribeWallet((wallet) => wallets.push(wallet)),
    subscribeSystemWallets(
      (all) => wallets.push(...all),
      (status) => states.push(status),
    ),
  ]
  await until('one is refused', () => states.at(-1) === 'offline')
  await until('the wallet', () => wallets.length > 0)
  expect(wallets).toEqual([expect.objectContaining({ balance: 0, held: 0, wallet_type: 'dancer' })])
  // Whoever left is told nothing more: the refused socket tries again, and then with the next one's token.
  for (const stop of stops.splice(0)) stop()
  await signIn('super_admin')
  stops.push(subscribeSystemWallets((all) => wallets.push(...all)))
  await until('the system’s', () => wallets.length === 1 + systemAccountKinds.length)
  for (const stop of stops) stop()
})

test('a socket whose session has ended waits for another token, because the old one would be refused', async () => {
  const opened: string[] = []
  const { WebSocket } = globalThis
  globalThis.WebSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(url)
      if (String(url).includes('/ws/me/')) opened.push(String(url))
    }
  }
  const states: LiveStatus[] = []
  const { access, user } = await signInAs('dancer')
  keepSession(access, user)
  const stop = subscribeMember(
    () => undefined,
    (status) => states.push(status),
  )
  await until('it is live', () => states.at(-1) === 'live')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await db().query('UPDATE session SET revoked_at = now() WHERE user_id = $1', [user.id])
    await until('it is closed', () => states.at(-1) === 'offline')
    vi.advanceTimersByTime(3_000)
    expect(opened).toHaveLength(1)
    keepSession((await startSession(user, 'test')).access, user)
    vi.advanceTimersByTime(1_000)
    await until('it is live again', () => states.at(-1) === 'live')
    expect(opened).toHaveLength(2)
  } finally {
    vi.useRealTimers()
    globalThis.WebSocket = WebSocket
    stop()
  }
})
