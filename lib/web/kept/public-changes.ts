import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

/** What an answer that everybody reads depends on. */
export type Topic = 'votes' | 'videos' | 'challenge'

/** Views are counted without a message: they may be this late. */
const MAX_AGE_MS = 10_000
/** The same while Redis is away and nothing is heard. */
const MAX_AGE_UNHEARD_MS = 2_000

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
    // What changed while Redis was away was not heard: everything is taken as changed.
    (connected) => {
      if (connected) for (const topic of Object.keys(versions) as Topic[]) versions[topic] += 1
    },
  )
  return { versions, feed }
})

/** A number that grows with each change of these topics. The first call opens the process's subscription. */
export function versionOf(topics: readonly Topic[]): () => number {
  const { versions } = changes.get()
  return () => topics.reduce((sum, topic) => sum + versions[topic], 0)
}

/** How old, in milliseconds, a kept answer may grow of which no change was heard. */
export function maxAge(): number {
  return changes.get().feed.isConnected() ? MAX_AGE_MS : MAX_AGE_UNHEARD_MS
}

/** Ends the subscription; the next call of `versionOf` opens another. */
export function closePublicChanges(): void {
  changes.drop()?.feed.end()
}
