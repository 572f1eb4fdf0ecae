import type { Messages } from 'next-intl'

/** The messages of the parts that are loaded first. Parts that are loaded later load all messages (load-messages.ts). */
const firstLoadNamespaces = ['Nav', 'Home', 'Feed', 'Errors', 'Kept', 'GiftSelect'] as const

export function firstLoadMessages(messages: Messages): Pick<Messages, (typeof firstLoadNamespaces)[number]> {
  const { Nav, Home, Feed, Errors, Kept, GiftSelect } = messages
  return { Nav, Home, Feed, Errors, Kept, GiftSelect }
}
