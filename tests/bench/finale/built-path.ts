/** A clock shared by all processes of this machine, in ms. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6

/** A running implementation of the path from the tap to the count on a socket. */
export interface BuiltPath {
  /** Videos that receive gifts. */
  readonly videos: readonly string[]
  requestFor(video: string, phone: string): { url: string; body: string }
  /**
   * Waits as a payer does until a gift counts; undefined if nobody waits. @param told the answer to the POST
   */
  readonly wait: ((told: string, from: string) => Promise<void>) | undefined
  /** Read by everybody. */
  readonly feed: string
  readonly socketPort: number
  socketPath(video: string): string
  /** A socket's first message; may be empty. */
  readonly greeting: string
  /** A socket's periodic message against time-outs. */
  readonly heartbeat: string
  /** @returns undefined if a message has no votes */
  readCount(message: string): number | undefined
  /** Processes whose CPU is measured, by name. */
  readonly processes: ReadonlyMap<string, number>
  /** By phone, the position of its gift among its video's gifts. */
  places(phones: readonly string[]): Promise<Map<string, number>>
  /** Resolves once every stored callback is counted and published. */
  untilSettled(): Promise<void>
  /** Before each step, because the writes of the previous step would delay it. */
  rest(): Promise<void>
}
