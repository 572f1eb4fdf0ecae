import { Signal } from '#lib/client/browser/signal.ts'

/** Loads the part that shows uploads on other pages. */
export const trackUploadBegun = new Signal<true>()
