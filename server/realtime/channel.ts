import type { Reader } from './reader.ts'

/** A reader's admission to a room. Call `release` once, whether a reader joined or not. */
export type Entrance = { join(reader: Reader): void; release(): void }

export type Refusal = 'unauthenticated' | 'forbidden'

export type Channel = {
  /** Returns the topic of a path below /ws/; null for paths of other channels. */
  topicOf(segments: readonly string[]): string | null
  /** Opens a topic's room with its state; null for an unknown topic. `token` may be empty. */
  enter(topic: string, token: string): Promise<Entrance | Refusal | null>
  refresh(): void
}
