// Apart from what reads them, so that a page's first load has nothing but the question whether there is any.

/** Where a gift is stored whose payment is open, for this device. */
export const OPEN_GIFT = 'open_gift'
/** Where a gift is stored that waits for the line, for this tab. */
export const WAITING_GIFT = 'waiting_gift'

/** Whether a gift may be under way. Reading it may say that it is over. */
export function mayHaveGift(): boolean {
  try {
    return localStorage.getItem(OPEN_GIFT) !== null || sessionStorage.getItem(WAITING_GIFT) !== null
  } catch {
    return false
  }
}
