import { loadMessages } from '#lib/client/messages/load-messages.ts'

/** Loads the gift flow with its sentences, both at once: on a thin line one after the other takes twice as long. */
export async function loadFlow() {
  const messages = loadMessages(document.documentElement.lang)
  const flow = await import('./gift-flow.tsx')
  await messages
  return flow
}
