// Two implementations of the path: the product's and a plain one.
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { voteUpdate } from '#lib/contract/sockets.ts'
import { migrate } from '#prisma/migrate.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { startPart } from '#server/local/part.ts'
import { findRecorded } from '#server/local/process-records.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { until } from '../../support/until.ts'
import { untilSettled, videosInVoting } from '../payments.ts'
import { fillWorld } from '../settlement/world.ts'
import { beside, onDatabase, type Stage } from '../stage.ts'
import { startYardstickApp } from '../yardstick-app.ts'
import type { BuiltPath } from './built-path.ts'
import { giftIdOf, waitByPolls, waitOnSocket } from './payers.ts'

/** How payers wait; in the plain build by polls once a second. */
type Waits = 'socket' | 'polls' | 'none'

/** Sockets and gifts are spread over these. */
const VIDEOS = 10

/** Runs web, worker and realtime, one process each, while `work` measures them. */
export function withProduct<T>(
  stage: Stage,
  waits: Waits,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, database, during } = stage
  return during(async (keep) => {
    const worker = await keep(startWorker(config))
    const realtime = await keep(startRealtime(config))
    const { pid } = await keep(startWeb(config, 'start'))
    const web = `http://127.0.0.1:${config.ports.web}`
    const isCounted = (answer: string) => answer.includes('"status":"completed"')
    const waiting = {
      none: undefined,
      polls: (told: string, from: string) =>
        waitByPolls(`${web}/api/gifts/${giftIdOf(told)}/`, from, isCounted),
      socket: (told: string, from: string) =>
        waitOnSocket(`ws://127.0.0.1:${config.ports.realtime}/ws/gifts/${giftIdOf(told)}/`, from, isCounted),
    }
    return work({
      videos: (await videosInVoting(database)).slice(0, VIDEOS),
      requestFor: (video, phone) => ({ url: `${web}/api/videos/${video}/bulk-vote/`, body: giftOf(phone) }),
      wait: waiting[waits],
      feed: `${web}/api/videos/`,
      socketPort: config.ports.realtime,
      socketPath: (video) => `/ws/votes/${video}/`,
      greeting: '',
      heartbeat: '{"type":"ping"}',
      readCount: (message) => voteUpdate.parse(JSON.parse(message)).vote_count,
      processes: processesOf(stage, { web: pid, worker: worker.pid, realtime: realtime.pid }),
      // Batches follow each other, and all gifts of a batch become visible together.
      places: (phones) =>
        placesBy(
          database,
          `SELECT i.phone, count(*) OVER (PARTITION BY g.video_id ORDER BY c.processed_at)::int AS place
            FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN callback_inbox c ON c.intent_id = i.id
            WHERE i.phone = ANY($1) AND i.state = 'credited'`,
          phones,
        ),
      untilSettled: () => untilSettled(database),
      rest: () => rest(database),
    })
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
  waits: Waits,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, dataDir, during } = stage
  await onDatabase(stage.databaseUrl, 'CREATE DATABASE finale_plain')
  const databaseUrl = beside(stage.databaseUrl, 'finale_plain')
  await migrate(databaseUrl)
  await onDatabase(databaseUrl, fillWorld)
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  database.on('error', () => undefined)
  const env = {
    PLAIN_DATABASE_URL: databaseUrl,
    PLAIN_REDIS_URL: config.settings.REDIS_URL ?? '',
    PLAIN_MPESA_URL: mpesaUrl,
    NODE_ENV: 'production',
  }
  const script = (name: string, args: string[], answers?: string) => {
    const file = path.join(import.meta.dirname, `${name}.ts`)
    return startPart({ name, command: process.execPath, args: [file, ...args], env, dataDir, answers })
  }
  const port = await findFreePort()
  const built = during(async (keep) => {
    const worker = await keep(script('plain-worker', []))
    const sockets = await keep(script('plain-sockets', [String(port)], `http://127.0.0.1:${port}`))
    const web = await keep(startYardstickApp({ dataDir, bodies: dataDir, databaseUrl, env }))
    const isCounted = (answer: string) => answer.includes('"credited"')
    return work({
      videos: (await videosInVoting(database)).slice(0, VIDEOS),
      requestFor: (video, phone) => ({ url: `${web.origin}/plain/gift/${video}`, body: giftOf(phone) }),
      wait:
        waits === 'none'
          ? undefined
          : (told, from) => waitByPolls(`${web.origin}/plain/state/${giftIdOf(told)}`, from, isCounted),
      feed: `${web.origin}/plain/videos`,
      socketPort: port,
      socketPath: (video) => `/socket.io/?EIO=4&transport=websocket&video=${video}`,
      greeting: '40',
      heartbeat: '',
      readCount: (message) =>
        message.startsWith(EVENT) ? event.parse(JSON.parse(message.slice(EVENT.length)))[1].votes : undefined,
      processes: processesOf(stage, { web: web.pid, worker: worker.pid, realtime: sockets.pid }),
      places: (phones) =>
        placesBy(
          database,
          `SELECT i.phone, (row_number() OVER (PARTITION BY g.video_id ORDER BY i.result_code::int))::int AS place
            FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE i.phone = ANY($1) AND i.state = 'credited'`,
          phones,
        ),
      untilSettled: async () => {
        const left = `SELECT FROM payment_intent WHERE state <> 'credited' LIMIT 1`
        const isSettled = async () => (await database.query(left)).rowCount === 0
        await until('every payment of the plain build is credited', isSettled, 90)
      },
      rest: () => rest(database),
    })
  })
  return built.finally(() => database.end())
}

const giftOf = (phone: string) =>
  JSON.stringify({
    session_id: `finale-${phone}`,
    device_fingerprint: `finale-${phone}`,
    phone_number: phone,
    vote_count: 1,
  })

function processesOf({ dataDir }: Stage, own: Record<string, number>): Map<string, number> {
  const engines = { Postgres: 'postgres', Redis: 'redis' }
  const found = Object.entries(engines).map(([name, part]): [string, number] => [
    name,
    findRecorded(dataDir, part) ?? 0,
  ])
  return new Map([...Object.entries(own), ...found])
}

async function placesBy(database: pg.Pool, sql: string, phones: readonly string[]) {
  const { rows } = await database.query<{ phone: string; place: number }>(sql, [phones])
  return new Map(rows.map(({ phone, place }) => [phone, place]))
}

async function rest(database: pg.Pool): Promise<void> {
  await database.query('VACUUM (ANALYZE)')
  await database.query('CHECKPOINT')
}
