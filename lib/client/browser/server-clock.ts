import { CACHED_AT } from '#lib/client/offline/cached-answers.ts'

/** Milliseconds ahead of the device's clock; 0 before the first answer. */
let ahead = 0

/** Server time: phones are wrong by minutes or days. */
export const serverClock = {
  /** Cached answers are too old. */
  note({ headers }: Response): void {
    const at = Date.parse(headers.get('date') ?? '')
    if (Number.isFinite(at) && !headers.has(CACHED_AT)) ahead = at - Date.now()
  },
  /** @param deviceTime milliseconds */
  at: (deviceTime = Date.now()): Date => new Date(deviceTime + ahead),
  /** In ms. */
  onDevice: (serverTime: number): number => serverTime - ahead,
}
