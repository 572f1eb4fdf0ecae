import { SentenceError, ValidationError } from '#lib/core/errors.ts'
import type { PlainKey } from '#lib/core/sentence.ts'

export const MAX_BODY_BYTES = 64 * 1024

/** Answered with 413. */
export class BodyTooLargeError extends SentenceError {
  constructor() {
    super('too_large')
    this.name = 'BodyTooLargeError'
  }
}

/** The connection was lost during the body. */
export class BodyCutOffError extends SentenceError {
  constructor() {
    super('cut_off')
    this.name = 'BodyCutOffError'
  }
}

export function notJson(said: PlainKey): ValidationError {
  return new ValidationError({ non_field_errors: said })
}

/** Exposes the body as `source`, because a web stream costs more than the rest of a request. */
export class SourceRequest extends Request {
  readonly source: AsyncIterable<Uint8Array>

  constructor(url: string, init: RequestInit, source: AsyncIterable<Uint8Array>) {
    super(url, init)
    this.source = source
  }
}

/**
 * @throws BodyTooLargeError past 64 KiB
 * @throws BodyCutOffError if the connection was lost
 * @throws ValidationError if not UTF-8
 */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new BodyTooLargeError()
  return readWholeText(bytesOf(request))
}

export function bytesOf(request: Request): AsyncIterable<Uint8Array> {
  return request instanceof SourceRequest ? request.source : (request.body ?? nothing())
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/**
 * Stops at the first byte past the limit.
 * @throws BodyTooLargeError, BodyCutOffError, ValidationError as `readText`
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
    throw error instanceof BodyTooLargeError ? error : new BodyCutOffError()
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw notJson('body_not_utf8')
  }
}

/**
 * Returns a JSON object, null, or undefined for an empty body.
 * @throws BodyTooLargeError past 64 KiB
 * @throws ValidationError for other JSON
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown> | null | undefined> {
  const text = await readText(request)
  if (text.trim() === '') return undefined
  const type = request.headers.get('content-type')
  if (type && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) throw notJson('body_not_sent_as_json')
  const value = parseJson(text)
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw notJson('body_not_object')
  // PostgreSQL stores neither NUL nor lone surrogates; in valid JSON only escapes produce them.
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

function refuseUnstorableText(value: object): void {
  const waiting: unknown[] = [value]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'string' && !isStorable(one)) throw notJson('null_characters')
    if (typeof one === 'object' && one !== null) waiting.push(...Object.keys(one), ...Object.values(one))
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
