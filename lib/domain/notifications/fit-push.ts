/** A push that lib/client/notifications/push-events.ts receives and shows. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  /** The path below PUBLIC_URL that a tap opens. */
  readonly path: string
  /** A message replaces the former message with the same tag. */
  readonly tag: string
}

/** Push services accept 4,096 bytes (RFC 8030), of which encryption needs 103 (RFC 8188), with a margin. */
const MOST_BYTES = 3_900
/** Characters; more than a device shows. */
const MOST_OF_TITLE = 200
const MOST_OF_BODY = 1_000

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/**
 * Shortens a message to the size that push services accept: texts by users may be longer, and a character
 * may take six bytes in JSON.
 */
export function fitPush(message: PushMessage): PushMessage {
  const title = cut(message.title, MOST_OF_TITLE, MOST_BYTES)
  const room = MOST_BYTES - sizeOf({ ...message, title, body: '' })
  return { ...message, title, body: cut(message.body, MOST_OF_BODY, room) }
}

/** @param bytes limit of the text in JSON */
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
