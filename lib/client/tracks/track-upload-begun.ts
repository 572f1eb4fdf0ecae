import { Signal } from '#lib/client/browser/signal.ts'

/** Is emitted when an upload begins, so that the part that shows it on other pages is loaded. */
export const trackUploadBegun = new Signal<true>()
