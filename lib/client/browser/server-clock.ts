import { KEPT_AT } from '#lib/client/offline/kept-answers.ts'

/** By how much the server's clock is ahead of the device's, in milliseconds, as an answer last said; 0 before the first one. */
let ahead = 0

/** What the server's clock says: many a phone's is wrong by minutes, and some by days. */
export const serverClock = {
  /** Learns from an answer of the server, which its caller has found to be one. One that the device has kept tells an old time. */
  note({ headers }: Response): void {
    const at = Date.parse(headers.get('date') ?? '')
    if (Number.isFinite(at) && !headers.has(KEPT_AT)) ahead = at - Date.now()
  },
  /** @param deviceTime milliseconds by the device's clock */
  at: (deviceTime = Date.now()): Date => new Date(deviceTime + ahead),
  /** What the device's clock said, or would have, at a moment of the server's. Both in milliseconds. */
  onDevice: (serverTime: number): number => serverTime - ahead,
}
