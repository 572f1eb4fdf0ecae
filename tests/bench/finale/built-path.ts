import type { GiftRequest } from './payers.ts'

/** A way from the tap of a gift to the count on a socket, as somebody has built it and as it runs now. */
export interface BuiltPath {
  /** The videos that are given to. */
  readonly videos: readonly string[]
  requestFor(video: string, phone: string): GiftRequest
  /** What everybody reads. */
  readonly feed: string
  readonly socketPort: number
  socketPath(video: string): string
  /** What a socket says once it is open; nothing where it is empty. */
  readonly greeting: string
  /** @returns undefined where a message says nothing of the votes */
  readCount(message: string): number | undefined
  /** By name, the processes whose CPU a gift takes. */
  readonly processes: ReadonlyMap<string, number>
  /** The how-manieth vote of its video each gift of these phones was, by phone. */
  places(phones: readonly string[]): Promise<Map<string, number>>
  /** Resolves once every callback that was stored is counted and told. */
  untilSettled(): Promise<void>
  /** Before each step: what the step before has written would hold up the next. */
  rest(): Promise<void>
}
