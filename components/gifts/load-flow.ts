import { loadMessages } from '#lib/client/messages/load-messages.ts'

/** Loads code and messages in parallel, which halves the time. */
export async function loadFlow() {
  const messages = loadMessages(document.documentElement.lang)
  const flow = await import('./gift-flow.tsx')
  await messages
  return flow
}
