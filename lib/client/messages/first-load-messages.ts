import type { Messages } from 'next-intl'

/** The sentences of what is loaded first; parts that are loaded later bring the whole catalogue (load-messages.ts). */
export const firstLoadNamespaces = ['Nav', 'Home', 'Feed', 'Errors'] as const

export function firstLoadMessages(messages: Messages): Pick<Messages, (typeof firstLoadNamespaces)[number]> {
  const { Nav, Home, Feed, Errors } = messages
  return { Nav, Home, Feed, Errors }
}
