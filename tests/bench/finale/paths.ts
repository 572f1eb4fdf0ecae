// Two implementations of the path: the product's and a plain one.
import pg from 'pg'
import { z } from 'zod'
import { voteUpdate } from '#lib/contract/sockets.ts'
import { migrate } from '#prisma/migrate.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { findRecorded } from '#server/local/process-records.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { until } from '#tests/support/until.ts'
import { fillWorld, untilSettled, videosInVoting } from '../payments.ts'
import { createDatabase, onDatabase, Parts, type Stage, startScript } from '../stage.ts'
import { startYardstickApp } from '../yardstick-app.ts'
import type { BuiltPath } from './built-path.ts'
import { waitByPolls, waitOnSocket } from './payers.ts'

/** How payers wait; in the plain build by polls once a second. */
export const waits = ['socket', 'polls', 'none'] as const
type Waits = (typeof waits)[number]

/** Runs web, worker and realtime, one process each, while `work` measures them. */
export async function withProduct<T>(
  stage: Stage,
  way: Waits,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, database } = stage
  await using parts = new Parts()
  const worker = await parts.keep(startWorker(config))
  const realtime = await parts.keep(startRealtime(config))
  const { pid } = await parts.keep(startWeb(config, 'start'))
  const web = `http://127.0.0.1:${config.ports.web}/api`
  const sockets = `ws://127.0.0.1:${config.ports.realtime}/ws`
  const isCounted = (answer: string) => answer.includes('"status":"completed"')
  const waiting: Record<Waits, BuiltPath['wait']> = {
    none: undefined,
    polls: (gift, from) => waitByPolls(`${web}/gifts/${gift}/`, from, isCounted),
    socket: (gift, from) => waitOnSocket(`${sockets}/gifts/${gift}/`, from, isCounted),
  }
  return await work({
    ...(await commonOf(stage, database, { web: pid, worker: worker.pid, realtime: realtime.pid })),
    giftsOf: (video) => `${web}/videos/${video}/bulk-vote/`,
    wait: waiting[way],
    feed: `${web}/videos/`,
    socketOf: (video) => `${sockets}/votes/${video}/`,
    greeting: '',
    heartbeat: '{"type":"ping"}',
    readCount: (message) => voteUpdate.parse(JSON.parse(message)).vote_count,
    // Batches follow each other, and all gifts of a batch become visible together.
    places: `SELECT i.phone, count(*) OVER (PARTITION BY g.video_id ORDER BY c.processed_at)::int AS place
      FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN callback_inbox c ON c.intent_id = i.id
      WHERE i.phone = ANY($1) AND i.state = 'credited'`,
    untilSettled: () => untilSettled(database),
  })
}

/** As socket.io frames an event: `42["votes",{…}]`. */
const EVENT = '42'
const event = z.tuple([z.literal('votes'), z.object({ votes: z.number() })])

/**
 * Runs a plain implementation while `work` measures it: a Next route with a Prisma transaction, a BullMQ job
 * per callback, socket.io. It has no outbox, no proof of payments, and no rules about phones.
 */
export async function withPlainBuild<T>(
  stage: Stage,
  mpesaUrl: string,
  way: Waits,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, dataDir } = stage
  const databaseUrl = await createDatabase(stage.databaseUrl, 'finale_plain')
  await migrate(databaseUrl)
  await onDatabase(databaseUrl, fillWorld)
  await using parts = new Parts()
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  database.on('error', () => undefined)
  parts.defer(() => database.end())
  const env = {
    PLAIN_DATABASE_URL: databaseUrl,
    PLAIN_REDIS_URL: config.settings.REDIS_URL ?? '',
    PLAIN_MPESA_URL: mpesaUrl,
    NODE_ENV: 'production',
  }
  const port = String(await findFreePort())
  const answers = `http://127.0.0.1:${port}`
  const worker = await parts.keep(startScript(dataDir, 'finale/plain-worker.ts', [], { env }))
  const sockets = await parts.keep(startScript(dataDir, 'finale/plain-sockets.ts', [port], { env, answers }))
  const web = await parts.keep(startYardstickApp(dataDir, env))
  const plain = `${web.origin}/plain`
  const isCounted = (answer: string) => answer.includes('"credited"')
  return await work({
    ...(await commonOf(stage, database, { web: web.pid, worker: worker.pid, realtime: sockets.pid })),
    giftsOf: (video) => `${plain}/gift/${video}`,
    wait: way === 'none' ? undefined : (gift, from) => waitByPolls(`${plain}/gift/${gift}`, from, isCounted),
    feed: `${plain}/videos`,
    socketOf: (video) => `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket&video=${video}`,
    greeting: '40',
    heartbeat: '',
    readCount: (message) =>
      message.startsWith(EVENT) ? event.parse(JSON.parse(message.slice(EVENT.length)))[1].votes : undefined,
    places: `SELECT i.phone, (row_number() OVER (PARTITION BY g.video_id ORDER BY i.result_code::int))::int AS place
      FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE i.phone = ANY($1) AND i.state = 'credited'`,
    untilSettled: async () => {
      const left = `SELECT FROM payment_intent WHERE state <> 'credited' LIMIT 1`
      const isSettled = async () => (await database.query(left)).rowCount === 0
      await until('every payment of the plain build is credited', isSettled, 90)
    },
  })
}

/** What both builds have. @param own processes of the build, by name */
async function commonOf({ dataDir }: Stage, database: pg.Pool, own: Record<string, number>) {
  const engine = (name: string) => findRecorded(dataDir, name) ?? 0
  return {
    database,
    // Sockets and gifts are spread over these.
    videos: (await videosInVoting(database)).slice(0, 10),
    processes: { ...own, Postgres: engine('postgres'), Redis: engine('redis') },
  }
}
