/** What the device shows; lib/client/notifications/push-events.ts reads it. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** Where a tap leads, below the product's address. */
  readonly path: string
  /** Shown again under the same tag, it takes the place of the former one. */
  readonly tag: string
}

/** Push services take 4,096 bytes (RFC 8030), of which encryption needs 103 (RFC 8188): the rest is to be on the safe side. */
const MOST_BYTES = 3_900
/** More than a device shows of either, in characters. */
const MOST_OF_TITLE = 200
const MOST_OF_BODY = 1_000

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/**
 * Cuts a message so that a push service takes it: a larger one is refused whole. What people write has no such bound, and a
 * character may take six bytes.
 */
export function fitPush(message: PushMessage): PushMessage {
  const title = cut(message.title, MOST_OF_TITLE, MOST_BYTES)
  const room = MOST_BYTES - sizeOf({ ...message, title, body: '' })
  return { ...message, title, body: cut(message.body, MOST_OF_BODY, room) }
}

/** The beginning of a text, at most so many characters and bytes of it, and a sign that it goes on. */
function cut(text: string, most: number, bytes: number): string {
  const characters = Array.from(text)
  if (characters.length <= most && sizeOf(text) - 2 <= bytes) return text
  let left = bytes - Buffer.byteLength('…')
  const end = characters.slice(0, most - 1).findIndex((one) => {
    left -= sizeOf(one) - 2
    return left < 0
  })
  return `${characters.slice(0, end < 0 ? most - 1 : end).join('')}…`
}
