import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { LeaderboardUpdate } from '#lib/contract/sockets.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { log } from '#lib/core/log.ts'
import { closeOnUnreadBodies } from '#lib/core/unread-bodies.ts'
import { membersChanged, sessionsEnded } from '#lib/domain/accounts/events.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import type { Channel, Entrance } from './channel.ts'
import { cutOffs, openSockets } from './figures.ts'
import { pingFrame } from './frame.ts'
import { GiftsChannel } from './gifts.ts'
import { MemberChannel } from './members.ts'
import { answerPage } from './pages.ts'
import type { Reader } from './reader.ts'
import { SessionSockets } from './sessions.ts'
import { SharedRoom } from './shared-room.ts'
import { SystemWalletsChannel } from './system-wallets.ts'
import { createUpgrader } from './upgrade.ts'
import { VotesChannel } from './votes.ts'
import { WalletChannel } from './wallets.ts'

const HEARTBEAT_MS = 30_000
/** Poll interval of Postgres while Redis is away. */
const UNHEARD_MS = 2_000
/** Closes sockets of ended sessions within five seconds even if Redis loses events. */
const SESSIONS_MS = 2_000
/** Refreshes users' own states, which also change with time, for example while M-Pesa is silent. */
const OWN_MS = 15_000
const GOING_AWAY = 1001
/** Time for readers to close on shutdown. */
const GOODBYE_MS = 2_000

export type RealtimeServer = { readonly port: number; close(): Promise<void> }

/** Starts the server. @param options port 0 takes a free one */
export async function startRealtime(options: { host: string; port: number }): Promise<RealtimeServer> {
  const votes = new VotesChannel()
  const leaderboard = new LeaderboardChannel()
  const sessions = new SessionSockets()
  const members = new MemberChannel(sessions)
  const wallets = new WalletChannel(sessions)
  const systemWallets = new SystemWalletsChannel(sessions)
  const own = [members, wallets, systemWallets]
  const gifts = new GiftsChannel()
  const channels: Channel[] = [votes, leaderboard, gifts, ...own]
  const readers = new Set<Reader>()
  let isLeaving = false

  const feed = openEventFeed(
    [
      listenTo(votesCounted, ({ updates, waits_since }) => {
        votes.receive(updates, waits_since)
        leaderboard.refresh()
        wallets.receiveVotes(updates)
      }),
      listenTo(publicContentChanged, () => leaderboard.refresh()),
      listenTo(membersChanged, ({ user_ids }) => {
        members.receive(user_ids)
        wallets.receive(user_ids)
        systemWallets.refresh()
      }),
      listenTo(paymentsChanged, ({ intent_ids }) => {
        gifts.receive(intent_ids)
        members.receivePayments(intent_ids)
        systemWallets.refresh()
      }),
      listenTo(systemWalletsChanged, () => systemWallets.refresh()),
      listenTo(sessionsEnded, () => sessions.check()),
    ],
    (connected) => {
      if (connected) for (const channel of channels) channel.refresh()
    },
  )
  const upgrade = createUpgrader(channels, {
    onJoin: (reader) => {
      keep(readers, reader)
      if (isLeaving) reader.terminate()
    },
    onWatch: (reader, giftId) => gifts.watch(reader, giftId),
  })
  closeOnUnreadBodies()
  const server = createServer(answerPage)
  server.on('upgrade', upgrade)
  const timers = [
    setInterval(() => beat(readers), HEARTBEAT_MS),
    setInterval(() => {
      if (!feed.isConnected()) for (const channel of channels) channel.refresh()
    }, UNHEARD_MS),
    setInterval(() => sessions.check(), SESSIONS_MS),
    setInterval(() => {
      for (const channel of [gifts, ...own]) channel.refresh()
    }, OWN_MS),
  ]
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  log.info({ port }, 'realtime is up')
  return {
    port,
    close: async () => {
      isLeaving = true
      for (const timer of timers) clearInterval(timer)
      feed.end()
      server.off('upgrade', upgrade)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await sayGoodbye(readers)
      server.closeAllConnections()
      await closed
    },
  }
}

function keep(readers: Set<Reader>, reader: Reader): void {
  readers.add(reader)
  openSockets.inc()
  reader.on('close', () => {
    readers.delete(reader)
    openSockets.dec()
  })
}

/** Drops readers without any message since the last heartbeat. */
function beat(readers: ReadonlySet<Reader>): void {
  for (const reader of readers) {
    reader.messages = 0
    if (reader.isAlive) {
      reader.isAlive = false
      reader.answer(pingFrame)
    } else {
      cutOffs.inc({ why: 'silent' })
      reader.terminate()
    }
  }
}

async function sayGoodbye(readers: ReadonlySet<Reader>): Promise<void> {
  const gone = [...readers].map(
    (reader) =>
      new Promise<void>((resolve) => {
        if (reader.readyState === WebSocket.CLOSED) resolve()
        else reader.once('close', () => resolve())
      }),
  )
  for (const reader of readers) reader.close(GOING_AWAY, 'The server restarts')
  const timer = setTimeout(() => {
    for (const reader of readers) reader.terminate()
  }, GOODBYE_MS)
  await Promise.all(gone)
  clearTimeout(timer)
}

const LEADERBOARD_MS = 500

class LeaderboardChannel implements Channel {
  readonly #room = new SharedRoom({
    name: 'leaderboard',
    intervalMs: LEADERBOARD_MS,
    read: async (): Promise<LeaderboardUpdate> => ({
      type: 'leaderboard_update',
      data: await getLeaderboard(),
    }),
  })

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'leaderboard' ? 'leaderboard' : null
  }

  enter(): Promise<Entrance> {
    return this.#room.enter()
  }

  refresh(): void {
    this.#room.refresh()
  }
}
