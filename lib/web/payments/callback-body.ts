import { BodyCutOffError, MAX_BODY_BYTES } from '#lib/web/endpoint/read-body.ts'

/** A body past the limit is counted up to here, and no further. */
export const COUNTED_BYTES = 2 * 1024 * 1024

export type CallbackBody = {
  /** Bytes that are not UTF-8 are replaced by U+FFFD: a name in another encoding does not hide a payment. */
  readonly text: string
  /** How long the body is, where it is past the limit of 64 KiB: then `text` is its beginning. */
  readonly excessiveLength: string | null
}

/**
 * Reads a callback's body, holding no more than 64 KiB of it in memory.
 * @throws BodyCutOffError where it ends before its end
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
