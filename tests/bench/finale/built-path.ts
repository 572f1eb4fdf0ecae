import type pg from 'pg'

/** A clock shared by all processes of this machine, in ms. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6

/** A running implementation of the path from the tap to the count on a socket. */
export interface BuiltPath {
  /** Videos that receive gifts. */
  readonly videos: readonly string[]
  /** POST addresses of gifts. */
  giftsOf(video: string): string
  /** Waits as a payer does until a gift counts; undefined if nobody waits. */
  readonly wait: ((giftId: string, from: string) => Promise<void>) | undefined
  /** Read by everybody. */
  readonly feed: string
  socketOf(video: string): string
  /** A socket's first message; may be empty. */
  readonly greeting: string
  /** A socket's periodic message against time-outs; may be empty. */
  readonly heartbeat: string
  /** @returns undefined if a message has no votes */
  readCount(message: string): number | undefined
  /** Processes whose CPU is measured, by name. */
  readonly processes: Readonly<Record<string, number>>
  readonly database: pg.Pool
  /** SQL of the phones in $1, each with the place of its gift among its video's gifts. */
  readonly places: string
  /** Resolves once every stored callback is counted and published. */
  untilSettled(): Promise<void>
}
