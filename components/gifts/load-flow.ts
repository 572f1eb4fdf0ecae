import { loadMessages } from '#lib/client/messages/load-messages.ts'

/** Loads the gift flow with its sentences, both at once: on a thin line one after the other takes twice as long. */
export function loadFlow() {
  void loadMessages(document.documentElement.lang).catch(() => undefined)
  return import('./gift-flow.tsx')
}
