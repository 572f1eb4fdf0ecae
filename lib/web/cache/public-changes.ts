import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

export type Topic = 'votes' | 'videos' | 'challenge'

/** In ms. Limits the age of view counts, which change without an event. */
const MAX_AGE_MS = 10_000
/** In ms. Short, because no event arrives without Redis. */
const MAX_AGE_WITHOUT_EVENTS_MS = 2_000

const changes = processSingleton('public-changes', () => {
  const versions: Record<Topic, number> = { votes: 0, videos: 0, challenge: 0 }
  const feed = openEventFeed(
    [
      listenTo(votesCounted, () => {
        versions.votes += 1
      }),
      listenTo(publicContentChanged, ({ what }) => {
        versions[what] += 1
      }),
    ],
    // Invalidates everything after a reconnection, because events were lost during the outage.
    (connected) => {
      if (connected) for (const topic of Object.keys(versions) as Topic[]) versions[topic] += 1
    },
  )
  return { versions, feed }
})

/** Returns a counter that grows with each change of these topics. The first call subscribes this process. */
export function versionOf(topics: readonly Topic[]): () => number {
  const { versions } = changes.get()
  return () => topics.reduce((sum, topic) => sum + versions[topic], 0)
}

export function maxAge(): number {
  return changes.get().feed.isConnected() ? MAX_AGE_MS : MAX_AGE_WITHOUT_EVENTS_MS
}

export function closePublicChanges(): void {
  changes.drop()?.feed.end()
}
