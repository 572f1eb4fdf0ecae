import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

/** What an answer that everybody reads depends on. */
export type Topic = 'votes' | 'videos' | 'challenge'

/** How old a cached answer may become, in milliseconds: views are counted without an event, so no version shows them. */
const MAX_AGE_MS = 10_000
/** How old it may become while Redis is away: no event comes then, so a change is seen by its age alone. */
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
    // Events are missed while Redis is away, so everything counts as changed when it is back.
    (connected) => {
      if (connected) for (const topic of Object.keys(versions) as Topic[]) versions[topic] += 1
    },
  )
  return { versions, feed }
})

/** Returns a number that grows with each change of these topics. The first call subscribes this process to the events. */
export function versionOf(topics: readonly Topic[]): () => number {
  const { versions } = changes.get()
  return () => topics.reduce((sum, topic) => sum + versions[topic], 0)
}

/** Returns how old a cached answer may become, in milliseconds, while its version does not change. */
export function maxAge(): number {
  return changes.get().feed.isConnected() ? MAX_AGE_MS : MAX_AGE_WITHOUT_EVENTS_MS
}

/** Ends the subscription; the next call of `versionOf` subscribes again. */
export function closePublicChanges(): void {
  changes.drop()?.feed.end()
}
