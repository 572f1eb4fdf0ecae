import { Signal } from '#lib/client/browser/signal.ts'

/** Told at the start of an upload: whoever shows it on other pages loads itself then. */
export const trackUploadBegun = new Signal<true>()
