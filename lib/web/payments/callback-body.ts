import { BodyCutOffError, MAX_BODY_BYTES } from '#lib/web/endpoint/read-body.ts'

export const COUNTED_BYTES = 2 * 1024 * 1024

export type CallbackBody = {
  /** U+FFFD replaces invalid UTF-8: a name's encoding must not hide a payment. */
  readonly text: string
  /** Size of a body past 64 KiB, of which `text` is the beginning. */
  readonly excessiveLength: string | null
}

/**
 * Returns a callback's body, at most 64 KiB of it.
 * @throws BodyCutOffError if the connection was lost
 */
export async function readCallbackBody(source: AsyncIterable<Uint8Array>): Promise<CallbackBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      if (size <= MAX_BODY_BYTES) chunks.push(chunk.subarray(0, MAX_BODY_BYTES - size))
      size += chunk.byteLength
      if (size > COUNTED_BYTES) break
    }
  } catch {
    throw new BodyCutOffError()
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), excessiveLength: excessOf(size) }
}

function excessOf(size: number): string | null {
  if (size <= MAX_BODY_BYTES) return null
  return size > COUNTED_BYTES ? `more than ${COUNTED_BYTES} bytes` : `${size} bytes`
}
