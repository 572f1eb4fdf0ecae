import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '#prisma/migrate.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'
import { until } from '../../support/until.ts'
import { createDatabase } from '../databases.ts'
import { videosInVoting } from '../payments.ts'
import { fillWorld } from '../settlement/fill.ts'
import type { Stage } from '../stage.ts'
import { startYardstickApp } from '../yardstick-app.ts'
import type { BuiltPath } from './built-path.ts'
import { enginesOf, type PathOptions, type Waits, writtenBy } from './product-path.ts'
import { giftIdOf, waitByPolls } from './waiting.ts'

const NAME = 'finale_plain'
/** As socket.io frames an event: `42["votes",{…}]`. */
const EVENT = '42'
const event = z.tuple([z.literal('votes'), z.object({ votes: z.number() })])

/**
 * Runs a plain build of the same path while `work` measures it: a Next route with a transaction of Prisma, a job of BullMQ for
 * each callback, socket.io. It has no outbox, no proof of what M-Pesa says, and none of the rules about whose phone is asked.
 */
export async function withPlainBuild<T>(
  stage: Stage,
  mpesaUrl: string,
  { videos, waits }: PathOptions,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, dataDir, during } = stage
  const databaseUrl = await createDatabase(config.settings.DATABASE_URL ?? '', NAME)
  await migrate(databaseUrl)
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  database.on('error', () => undefined)
  const env = {
    PLAIN_DATABASE_URL: databaseUrl,
    PLAIN_REDIS_URL: config.settings.REDIS_URL ?? '',
    PLAIN_MPESA_URL: mpesaUrl,
    NODE_ENV: 'production',
  }
  const script = (name: string, ...args: string[]) =>
    startPart({
      name,
      command: process.execPath,
      args: [path.join(import.meta.dirname, `${name}.ts`), ...args],
      env,
      dataDir,
    })
  const socketPort = await findFreePort()
  try {
    await fillWorld(database)
    return await during(
      () => script('plain-worker'),
      (worker) =>
        during(
          async () => {
            const part = await script('plain-sockets', String(socketPort))
            await waitUntilReady(part, () => answersHttp(`http://127.0.0.1:${socketPort}`))
            return part
          },
          (sockets) =>
            during(
              () => startYardstickApp({ dataDir, bodies: dataDir, databaseUrl, env }),
              async (web) => {
                const processes: [string, number][] = [
                  ['web', web.pid],
                  ['worker', worker.pid],
                  ['realtime', sockets.pid],
                  ...enginesOf(stage),
                ]
                const all = (await videosInVoting(database)).slice(0, videos)
                return work(plainPath(database, web.origin, socketPort, all, new Map(processes), waits))
              },
            ),
        ),
    )
  } finally {
    await database.end()
  }
}

function plainPath(
  database: pg.Pool,
  web: string,
  socketPort: number,
  videos: string[],
  processes: Map<string, number>,
  waits: Waits,
): BuiltPath {
  const byPolls = (told: string, from: string) =>
    waitByPolls(`${web}/plain/state/${giftIdOf(told)}`, from, (answer) => answer.includes('"credited"'))
  return {
    videos,
    requestFor: (video, phone) => ({
      url: `${web}/plain/gift/${video}`,
      body: JSON.stringify({
        session_id: `finale-${phone}`,
        device_fingerprint: `finale-${phone}`,
        phone_number: phone,
        vote_count: 1,
      }),
    }),
    ...(waits === 'none' ? {} : { wait: byPolls }),
    feed: `${web}/plain/videos`,
    socketPort,
    socketPath: (video) => `/socket.io/?EIO=4&transport=websocket&video=${video}`,
    greeting: '40',
    heartbeat: '',
    readCount: (message) =>
      message.startsWith(EVENT) ? event.parse(JSON.parse(message.slice(EVENT.length)))[1].votes : undefined,
    processes,
    places: async (phones) => {
      const { rows } = await database.query<{ phone: string; place: number }>(
        `SELECT i.phone, (row_number() OVER (PARTITION BY g.video_id ORDER BY i.result_code::int))::int AS place
          FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE i.phone = ANY($1) AND i.state = 'credited'`,
        [phones],
      )
      return new Map(rows.map(({ phone, place }) => [phone, place]))
    },
    written: () => writtenBy(database),
    untilSettled: async () => {
      await until(
        'every payment of the plain build is credited',
        async () => {
          const { rows } = await database.query<{ left: number }>(
            `SELECT count(*)::int AS left FROM payment_intent WHERE state <> 'credited'`,
          )
          return rows[0]?.left === 0
        },
        90,
      )
    },
    rest: async () => {
      await database.query('VACUUM (ANALYZE)')
      await database.query('CHECKPOINT')
    },
  }
}
