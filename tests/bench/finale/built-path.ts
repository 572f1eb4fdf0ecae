export type GiftRequest = { url: string; body: string; headers?: Record<string, string> }

export interface Written {
  readonly commits: number
  readonly bytes: number
}

/** A way from the tap of a gift to the count on a socket, as somebody has built it and as it runs now. */
export interface BuiltPath {
  /** The videos that are given to. */
  readonly videos: readonly string[]
  requestFor(video: string, phone: string): GiftRequest
  /** Waits, as a payer does, until a gift counts; not at all where it is left out. @param told the answer to the POST */
  wait?(told: string, from: string): Promise<void>
  /** What everybody reads. */
  readonly feed: string
  /** What somebody reads who waits for a gift to be counted; undefined where nothing is made for it. */
  giftPage?(): Promise<string>
  readonly socketPort: number
  socketPath(video: string): string
  /** What a socket says once it is open; nothing where it is empty. */
  readonly greeting: string
  /** What a socket says now and then, so that it is not taken for gone. */
  readonly heartbeat: string
  /** @returns undefined where a message says nothing of the votes */
  readCount(message: string): number | undefined
  /** By name, the processes whose CPU a gift takes. */
  readonly processes: ReadonlyMap<string, number>
  /** Of the gifts of these phones: the how-manieth of its video each was, by phone. */
  places(phones: readonly string[]): Promise<Map<string, number>>
  /** What Postgres has done so far: transactions, and bytes of its log. */
  written(): Promise<Written>
  /** Resolves once every callback that was stored is counted and told. */
  untilSettled(): Promise<void>
  /** Before each step: what the step before has written would hold up the next. */
  rest(): Promise<void>
}
