/** Milliseconds of the clock that all processes of this machine share, so that one may take a time and another compare it. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6

/** A way from the tap of a gift to the count on a socket, as somebody has built it and as it runs now. */
export interface BuiltPath {
  /** The videos that are given to. */
  readonly videos: readonly string[]
  requestFor(video: string, phone: string): { url: string; body: string }
  /** Waits, as a payer does, until a gift counts; undefined if nobody waits. @param told the answer to the POST */
  readonly wait: ((told: string, from: string) => Promise<void>) | undefined
  /** What everybody reads. */
  readonly feed: string
  readonly socketPort: number
  socketPath(video: string): string
  /** What a socket says once it is open; nothing if it is empty. */
  readonly greeting: string
  /** What a socket says now and then, so that it is not taken for gone. */
  readonly heartbeat: string
  /** @returns undefined if a message says nothing of the votes */
  readCount(message: string): number | undefined
  /** By name, the processes whose CPU a gift takes. */
  readonly processes: ReadonlyMap<string, number>
  /** Of the gifts of these phones: the how-manieth of its video each was, by phone. */
  places(phones: readonly string[]): Promise<Map<string, number>>
  /** Resolves once every callback that was stored is counted and told. */
  untilSettled(): Promise<void>
  /** Before each step: what the step before has written would hold up the next. */
  rest(): Promise<void>
}
