import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one go of the event loop in one piece. pg puts each statement between `cork` and
 * `uncork`; statements that are asked for together would each cost a call of the system and wake Postgres.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
