import type { Reader } from './reader.ts'

/** The way into a room: it is kept until `release`, which the one who entered calls once, joined or not. */
export type Entrance = { join(reader: Reader): void; release(): void }

/** Not for whoever asks: nobody known, or known and not allowed. */
export type Refusal = 'unauthenticated' | 'forbidden'

/** One kind of socket. */
export type Channel = {
  /** The topic that the path below /ws/ names, or null where it is not this channel's. */
  topicOf(segments: readonly string[]): string | null
  /**
   * Into the room of a topic, its snapshot read; null where there is no such thing. `token` is the query's, or empty.
   */
  enter(topic: string, token: string): Promise<Entrance | Refusal | null>
  /** Messages may have been missed: look at Postgres again. */
  refresh(): void
}
