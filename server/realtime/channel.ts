import type { Reader } from './reader.ts'

/** Call `release` once, whether a reader joined or not. */
export type Entrance = { join(reader: Reader): void; release(): void }

export type Refusal = 'unauthenticated' | 'forbidden'

export type Channel = {
  /** Returns the topic of the path below /ws/; null for other channels. */
  topicOf(segments: readonly string[]): string | null
  /** Opens a topic's room with its state; null for an unknown topic. `token` may be empty. */
  enter(topic: string, token: string): Promise<Entrance | Refusal | null>
  refresh(): void
}
