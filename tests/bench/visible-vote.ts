import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import WebSocket from 'ws'
import { z } from 'zod'
import { until } from '../support/until.ts'
import { type Ordered, orderGifts, untilSettled, videosInVoting } from './payments.ts'
import type { Row } from './report.ts'
import { quantile } from './rounds.ts'
import type { Stage } from './stage.ts'

const perSecond = 1000
const warmUpSeconds = 2
const seconds = 8
const conflationMs = 100

export const voteUpdate = z.object({
  type: z.literal('vote_update'),
  vote_count: z.number(),
  delta: z.number(),
})

type Seen = { count: number; at: number }

/**
 * Callbacks at an even rate through web, worker and realtime, all for one video, until the count that holds each of them
 * has arrived on a socket.
 */
export async function measureVisibleVote({ config, database }: Stage): Promise<Row> {
  const [video = ''] = await videosInVoting(database)
  const ordered = await orderGifts(database, perSecond * (warmUpSeconds + seconds), [video])
  // What the figures before and the preparation have written would take the processor and the log's disk for seconds.
  await database.query('VACUUM (ANALYZE)')
  await database.query('CHECKPOINT')
  const socket = new WebSocket(`ws://127.0.0.1:${config.ports.realtime}/ws/votes/${video}/`)
  const seen: Seen[] = []
  socket.on('message', (data) => {
    seen.push({ count: voteUpdate.parse(JSON.parse(String(data))).vote_count, at: performance.now() })
  })
  await until('the first count', () => seen.length > 0)
  const before = seen[0]?.count ?? 0
  const sentAt = await sendEvenly(`http://127.0.0.1:${config.ports.web}`, ordered)
  await until('the last count', () => seen.at(-1)?.count === before + ordered.length)
  socket.terminate()
  await untilSettled(database)
  const warm = ordered.slice(perSecond * warmUpSeconds)
  const places = await placesInOrderOfSettling(database, ordered)
  const delays = warm.map(({ intentId }) => {
    const count = before + (places.get(intentId) ?? Number.POSITIVE_INFINITY)
    return (firstWith(seen, count)?.at ?? Number.NaN) - (sentAt.get(intentId) ?? Number.NaN)
  })
  return {
    what: `Callback to socket, p99 at ${perSecond}/s : conflation interval`,
    measured: `${quantile(delays, 0.99).toFixed(0)} ms (median ${quantile(delays, 0.5).toFixed(0)})`,
    yardstick: `${conflationMs} ms`,
    ratio: quantile(delays, 0.99) / conflationMs,
    target: { atMost: 1.1 },
  }
}

/** @returns when each was sent, by performance.now */
async function sendEvenly(web: string, ordered: readonly Ordered[]): Promise<Map<string, number>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const sentAt = new Map<string, number>()
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  for (let next = 0; next < ordered.length; await sleep(1)) {
    const due = Math.min(ordered.length, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
    for (const { intentId, path, callback } of ordered.slice(next, due)) {
      sentAt.set(intentId, performance.now())
      answers.push(post(agent, web + path, callback))
    }
    next = Math.max(next, due)
  }
  await Promise.all(answers)
  agent.destroy()
  return sentAt
}

function post(agent: http.Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`A callback was answered ${response.statusCode}.`)),
      )
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** The how-manieth vote each gift was: batches follow each other, and one in a batch is visible with all of it. */
async function placesInOrderOfSettling(
  database: pg.Pool,
  ordered: readonly Ordered[],
): Promise<Map<string, number>> {
  const { rows } = await database.query<{ id: string; place: number }>(
    `SELECT intent_id AS id, count(*) OVER (ORDER BY processed_at)::int AS place
      FROM callback_inbox WHERE intent_id = ANY($1::uuid[])`,
    [ordered.map(({ intentId }) => intentId)],
  )
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The first message whose count is at least this. Counts only grow. */
function firstWith(seen: readonly Seen[], count: number): Seen | undefined {
  return seen.find((one) => one.count >= count)
}
