// A small file: a page's first load needs only this check.

/** Key of the open payment, stored for the device. */
export const OPEN_GIFT = 'open_gift'
/** Key of the pending gift, stored for the tab. */
export const WAITING_GIFT = 'waiting_gift'

/** Whether a gift is stored. Reading it can show that it has expired. */
export function mayHaveGift(): boolean {
  try {
    return localStorage.getItem(OPEN_GIFT) !== null || sessionStorage.getItem(WAITING_GIFT) !== null
  } catch {
    return false
  }
}
