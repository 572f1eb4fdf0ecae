// A small file, so that a page's first load has only this check.

/** Key of the open payment, stored for the device. */
export const OPEN_GIFT = 'open_gift'
/** Key of the pending gift, stored for the tab. */
export const WAITING_GIFT = 'waiting_gift'

/** Reading the gift can show that it has ended. */
export function mayHaveGift(): boolean {
  try {
    return localStorage.getItem(OPEN_GIFT) !== null || sessionStorage.getItem(WAITING_GIFT) !== null
  } catch {
    return false
  }
}
