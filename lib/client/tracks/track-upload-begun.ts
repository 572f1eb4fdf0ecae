import { Signal } from '#lib/client/browser/signal.ts'

export const trackUploadBegun = new Signal<true>()
