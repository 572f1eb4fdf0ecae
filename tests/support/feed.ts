import { db } from '#lib/core/db.ts'
import { eventFeedName } from '#lib/core/event-feed.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { redis } from '#lib/core/redis.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import type { Month } from './contest.ts'
import { until } from './until.ts'

type Columns = Record<string, unknown>

/** Changes a video without telling the product by a message. */
export function changeVideo(video: { id: string }, columns: Columns): Promise<void> {
  return change('video', video.id, columns)
}

/** Changes a challenge without telling the product by a message. */
export function changeMonth(month: Month, columns: Columns): Promise<void> {
  return change('challenge', month.id, columns)
}

export async function changeTrackOf(video: { id: string }, title: string): Promise<void> {
  await db().query('UPDATE track SET title = $2 WHERE id = (SELECT track_id FROM video WHERE id = $1)', [
    video.id,
    title,
  ])
}

export async function renamePerson(id: string, username: string): Promise<void> {
  await change('app_user', id, { username })
}

async function change(table: string, id: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns)
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ')
  await db().query(`UPDATE ${table} SET ${sets} WHERE id = $1`, [id, ...Object.values(columns)])
}

/** Counts votes like settlement: the message follows the commit. */
export async function countVotes(video: { id: string }, votes: number): Promise<number> {
  return transaction(async (tx) => {
    const { rows } = await tx.client.query<{ vote_count: number }>(
      'UPDATE video SET vote_count = vote_count + $2, votes_reached_at = now() WHERE id = $1 RETURNING vote_count',
      [video.id, votes],
    )
    const count = rows[0]?.vote_count ?? 0
    await emit(tx, votesCounted, { updates: [{ video_id: video.id, vote_count: count, delta: votes }] })
    return count
  })
}

/** Sends the message of a settled batch, whatever the rows say. */
export async function tellVotes(video: { id: string }, count: number, delta: number): Promise<void> {
  await transaction((tx) =>
    emit(tx, votesCounted, { updates: [{ video_id: video.id, vote_count: count, delta }] }),
  )
}

export async function tellPublicChange(what: 'videos' | 'challenge'): Promise<void> {
  await transaction((tx) => emit(tx, publicContentChanged, { what }))
}

/** Waits until this test's event feed has subscribed. */
export async function untilListening(): Promise<void> {
  await until('an event feed listens', async () => (await feedClients()).some(({ sub }) => sub !== '0'))
}

/** Disconnects this test's event feeds from Redis; they reconnect. */
export async function cutEventFeeds(): Promise<void> {
  for (const { id } of await feedClients()) await redis().call('CLIENT', 'KILL', 'ID', id)
}

async function feedClients(): Promise<{ id: string; sub: string }[]> {
  const list = String(await redis().call('CLIENT', 'LIST'))
  return list
    .split('\n')
    .map((line) => Object.fromEntries(line.split(' ').map((field) => splitOnce(field))))
    .filter(({ name }) => name === eventFeedName())
    .map(({ id, sub }) => ({ id: id ?? '', sub: sub ?? '0' }))
}

function splitOnce(field: string): [string, string] {
  const at = field.indexOf('=')
  return [field.slice(0, at), field.slice(at + 1)]
}
