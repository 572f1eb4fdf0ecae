import type pg from 'pg'
import { findRecorded } from '#server/local/process-records.ts'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { untilSettled, videosInVoting } from '../payments.ts'
import type { Stage } from '../stage.ts'
import { voteUpdate } from '../visible-vote.ts'
import type { BuiltPath, Written } from './built-path.ts'
import { giftIdOf, waitByPolls, waitOnSocket } from './waiting.ts'

export type Waits = 'socket' | 'polls' | 'none'

/** @param waits how payers wait for their gift, which the dialog does on a socket */
export type PathOptions = { videos: number; waits: Waits }

/** Runs web, worker and realtime, one process each, while `work` measures them. */
export function withProduct<T>(
  stage: Stage,
  { videos, waits }: PathOptions,
  work: (path: BuiltPath) => Promise<T>,
): Promise<T> {
  const { config, during } = stage
  return during(
    () => startWorker(config),
    (worker) =>
      during(
        () => startRealtime(config),
        (realtime) =>
          during(
            () => startWeb(config, 'start'),
            async (web) =>
              work(
                await productPath(stage, { videos, waits }, [
                  ['web', web.pid],
                  ['worker', worker.pid],
                  ['realtime', realtime.pid],
                  ...enginesOf(stage),
                ]),
              ),
          ),
      ),
  )
}

/** PostgreSQL and Redis of the stage. */
export function enginesOf({ dataDir }: Stage): [string, number][] {
  return [
    ['Postgres', findRecorded(dataDir, 'postgres') ?? 0],
    ['Redis', findRecorded(dataDir, 'redis') ?? 0],
  ]
}

/** What Postgres has done in this database; its log is that of all databases. */
export async function writtenBy(database: pg.Pool): Promise<Written> {
  const { rows } = await database.query<Written>(
    `SELECT xact_commit::float AS commits, (SELECT wal_bytes::float FROM pg_stat_wal) AS bytes
      FROM pg_stat_database WHERE datname = current_database()`,
  )
  return rows[0] ?? { commits: 0, bytes: 0 }
}

async function productPath(
  { config, database }: Stage,
  { videos, waits }: PathOptions,
  processes: [string, number][],
): Promise<BuiltPath> {
  const web = `http://127.0.0.1:${config.ports.web}`
  const isCounted = (answer: string) => answer.includes('"status":"completed"')
  const byPolls = (told: string, from: string) =>
    waitByPolls(`${web}/api/gifts/${giftIdOf(told)}/`, from, isCounted)
  const onSocket = (told: string, from: string) =>
    waitOnSocket(`ws://127.0.0.1:${config.ports.realtime}/ws/gifts/${giftIdOf(told)}/`, from, isCounted)
  return {
    videos: (await videosInVoting(database)).slice(0, videos),
    requestFor: (video, phone) => ({
      url: `${web}/api/videos/${video}/bulk-vote/`,
      body: JSON.stringify({
        session_id: `finale-${phone}`,
        device_fingerprint: `finale-${phone}`,
        phone_number: phone,
        vote_count: 1,
      }),
    }),
    ...(waits === 'none' ? {} : { wait: waits === 'socket' ? onSocket : byPolls }),
    feed: `${web}/api/videos/`,
    giftPage: async () => {
      const { rows } = await database.query<{ id: string }>(
        `SELECT intent_id AS id FROM gift WHERE session_id LIKE 'finale-%' ORDER BY created_at DESC LIMIT 1`,
      )
      return `${web}/api/gifts/${rows[0]?.id}/`
    },
    socketPort: config.ports.realtime,
    socketPath: (video) => `/ws/votes/${video}/`,
    greeting: '',
    heartbeat: '{"type":"ping"}',
    readCount: (message) => voteUpdate.parse(JSON.parse(message)).vote_count,
    processes: new Map(processes),
    // Batches follow each other, and one in a batch is visible with all of it.
    places: async (phones) => {
      const { rows } = await database.query<{ phone: string; place: number }>(
        `SELECT i.phone, count(*) OVER (PARTITION BY g.video_id ORDER BY c.processed_at)::int AS place
          FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN callback_inbox c ON c.intent_id = i.id
          WHERE i.phone = ANY($1) AND i.state = 'credited'`,
        [phones],
      )
      return new Map(rows.map(({ phone, place }) => [phone, place]))
    },
    written: () => writtenBy(database),
    untilSettled: () => untilSettled(database),
    rest: async () => {
      await database.query('VACUUM (ANALYZE)')
      await database.query('CHECKPOINT')
    },
  }
}
