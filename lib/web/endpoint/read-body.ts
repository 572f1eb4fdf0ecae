import { SentenceError, ValidationError } from '#lib/core/errors.ts'
import type { PlainKey } from '#lib/core/sentence.ts'

/** 64 KiB. */
export const MAX_BODY_BYTES = 64 * 1024

/** The body is longer than 64 KiB: 413. */
export class BodyTooLargeError extends SentenceError {
  constructor() {
    super('too_large')
    this.name = 'BodyTooLargeError'
  }
}

/** The connection was lost before the whole body had come. Nobody reads the answer. */
export class BodyCutOffError extends SentenceError {
  constructor() {
    super('cut_off')
    this.name = 'BodyCutOffError'
  }
}

/** Makes the error for a body that is no JSON object: 400, as a validation error that belongs to no field. */
export function notJson(said: PlainKey): ValidationError {
  return new ValidationError({ non_field_errors: said })
}

/**
 * A request whose body is read from `source` once somebody asks for it by `readText`: a stream of the web costs more than all else of
 * a request.
 */
export class SourceRequest extends Request {
  readonly source: AsyncIterable<Uint8Array>

  constructor(url: string, init: RequestInit, source: AsyncIterable<Uint8Array>) {
    super(url, init)
    this.source = source
  }
}

/**
 * Reads the body as text. Reading ends at the first byte past the limit, so no more than that is held in memory.
 * @throws BodyTooLargeError past 64 KiB
 * @throws BodyCutOffError where it ends before its end
 * @throws ValidationError where it is not UTF-8
 */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new BodyTooLargeError()
  return readWholeText(bytesOf(request))
}

/** The bytes of the body, from wherever they come. */
export function bytesOf(request: Request): AsyncIterable<Uint8Array> {
  return request instanceof SourceRequest ? request.source : (request.body ?? nothing())
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/**
 * Reads a text from any source of bytes, and stops at the first byte past the limit.
 * @throws BodyTooLargeError past 64 KiB
 * @throws BodyCutOffError where it ends before its end
 * @throws ValidationError where it is not UTF-8
 */
export async function readWholeText(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (size > MAX_BODY_BYTES) throw new BodyTooLargeError()
      chunks.push(chunk)
    }
  } catch (error) {
    // Any other error comes from the connection; each server has its own errors for that.
    throw error instanceof BodyTooLargeError ? error : new BodyCutOffError()
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw notJson('body_not_utf8')
  }
}

/**
 * Reads the body as a JSON object. An empty body gives undefined, and `null` gives null; the call's schema decides whether
 * that is allowed.
 * @throws BodyTooLargeError past 64 KiB
 * @throws ValidationError where it is anything but a JSON object
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown> | null | undefined> {
  const text = await readText(request)
  if (text.trim() === '') return undefined
  const type = request.headers.get('content-type')
  if (type && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) throw notJson('body_not_sent_as_json')
  const value = parseJson(text)
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw notJson('body_not_object')
  // PostgreSQL takes no NUL in a text and no lone surrogate in JSON. Only escapes can contain them.
  if (/\\u(?:0000|d[89a-f])|\0/i.test(text)) refuseUnstorableText(value)
  return value as Record<string, unknown>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson('body_not_json')
  }
}

/** @throws ValidationError where any text inside can not be stored */
function refuseUnstorableText(value: object): void {
  const waiting: unknown[] = [value]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'string' && !isStorable(one)) throw notJson('null_characters')
    if (typeof one === 'object' && one !== null) waiting.push(...Object.keys(one), ...Object.values(one))
  }
}

/** Tells whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
