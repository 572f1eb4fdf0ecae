import { Socket } from 'node:net'

/**
 * A socket that sends everything that is written in one turn of the event loop in one piece. pg puts each statement between
 * `cork` and `uncork`, so that statements begun together would each cost a system call and wake Postgres.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
