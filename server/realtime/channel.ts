import type { Reader } from './reader.ts'

/** Lets a reader into a room. The room exists until `release`, which is called once, whether the reader joined or not. */
export type Entrance = { join(reader: Reader): void; release(): void }

/** The socket is refused: the caller is unknown, or not allowed. */
export type Refusal = 'unauthenticated' | 'forbidden'

/** One kind of socket. */
export type Channel = {
  /** Reads the topic from the path below /ws/; null where the path is not this channel's. */
  topicOf(segments: readonly string[]): string | null
  /**
   * Opens the entrance to a topic's room and reads its state; null where there is no such topic. `token` is the query's, or
   * empty.
   */
  enter(topic: string, token: string): Promise<Entrance | Refusal | null>
  /** Reads Postgres again, because messages may have been missed. */
  refresh(): void
}
