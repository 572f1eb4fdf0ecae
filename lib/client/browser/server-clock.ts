import { CACHED_AT } from '#lib/client/offline/cached-answers.ts'

/** How far the server's clock is ahead of the device's, in ms; 0 before the first answer. */
let ahead = 0

/** The server's time: clocks of phones are wrong by minutes or days. */
export const serverClock = {
  /** Reads the answer's Date header. Dates of cached answers are too old. */
  note({ headers }: Response): void {
    const at = Date.parse(headers.get('date') ?? '')
    if (Number.isFinite(at) && !headers.has(CACHED_AT)) ahead = at - Date.now()
  },
  /** @param deviceTime milliseconds */
  at: (deviceTime = Date.now()): Date => new Date(deviceTime + ahead),
  /** Converts a server time to the device's clock, both in ms. */
  onDevice: (serverTime: number): number => serverTime - ahead,
}
