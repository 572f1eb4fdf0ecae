import { z } from 'zod'
import { codedSentence } from '#messages/server/catalogue.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, type RoleName, roleNames, SEARCH_MAX } from './constants.ts'
import { hasUnseen, NAME_UNSEEN, normaliseName, trimToVisible, turnsText } from './visible-text.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type Access = 'public' | 'member' | readonly RoleName[]

export { type RoleName, roleNames }

/** A documented call, for server validation, the browser's client and the OpenAPI document. */
export type Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  X extends Access = Access,
  M extends Method = Method,
  Path extends string = string,
  S extends Status = Status,
  I extends boolean = boolean,
> = {
  readonly method: M
  /** Below /api, with `{name}` for parameters and a trailing slash. */
  readonly path: Path
  readonly summary: string
  readonly group: string
  readonly access: X
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly status: S
  readonly answer: A
  /** Accepts an `Idempotency-Key`: for writes that move money or must not repeat. */
  readonly idempotent: I
  /** Open to staff before they set up their second factor. */
  readonly beforeEnrolment: boolean
  /**
   * True for calls that start, renew or end a session. They ignore an invalid token, because a client that
   * always sends its token could otherwise never renew it. Other calls answer 401.
   */
  readonly ignoresBadToken: boolean
  /** Statuses of this call's own rules, beside the common ones of `statusesOf`. */
  readonly alsoAnswers: readonly OtherStatus[]
}

type Status = 200 | 201 | 202 | 204

/** 202: accepted for later; all others: refused by a rule. */
export type OtherStatus = 202 | 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503

export const nothing = z.object({})

/** A paged call answers 404 for a page past the end. */
const isPaged = (query: z.ZodType) => query instanceof z.ZodObject && 'page' in query.shape

/** Returns every status of a call. The API document lists these; outside production any other is a fault. */
export function statusesOf(call: Call): number[] {
  const { access, body, idempotent, method, params, query } = call
  const isWrite = method !== 'GET'
  const takesInput = body !== nothing || query !== nothing || idempotent
  return [
    call.status,
    ...(takesInput ? [400] : []),
    ...(call.ignoresBadToken ? [] : [401]),
    // Staff without a second factor get 403.
    ...(access !== 'public' && !call.beforeEnrolment ? [403] : []),
    ...(Array.isArray(access) ? [403] : []),
    ...(params !== nothing || isPaged(query) ? [404] : []),
    ...(idempotent ? [409, 422] : []),
    ...(isWrite ? [413, 429] : []),
    ...call.alsoAnswers,
    500,
  ].filter((status, place, all) => all.indexOf(status) === place)
}

/**
 * Returns a call with defaults.
 * @param name method and path below /api, as in the browser's `api()` (docs/decisions/0032)
 */
export function defineCall<
  A extends z.ZodType,
  M extends Method,
  Path extends string,
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  const X extends Access = 'public',
  const S extends Status = 200,
  const I extends boolean = false,
>(
  name: `${M} ${Path}`,
  call: {
    summary: string
    group: string
    access?: X
    params?: P
    query?: Q
    body?: B
    status?: S
    answer: A
    idempotent?: I
    beforeEnrolment?: boolean
    ignoresBadToken?: boolean
    alsoAnswers?: readonly OtherStatus[]
  },
): Call<P, Q, B, A, X, M, Path, S, I> {
  const [method, path] = name.split(' ') as [M, Path]
  return {
    method,
    path,
    beforeEnrolment: false,
    ignoresBadToken: false,
    alsoAnswers: [],
    ...call,
    status: (call.status ?? 200) as S,
    idempotent: (call.idempotent ?? false) as I,
    access: (call.access ?? 'public') as X,
    params: (call.params ?? nothing) as P,
    query: (call.query ?? nothing) as Q,
    body: (call.body ?? nothing) as B,
  }
}

/** A sentence in the request's language. `Given…` types are answers before translation. */
export const sentence: z.ZodType<string, string | { toJSON(): string }> = z.string()

/** The error of a required field: `field.required` if it is missing, else `otherType`. */
export const required = (otherType: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? codedSentence('field.required') : otherType,
})
export const requiredString = required(codedSentence('field.not_string'))
export const requiredNumber = required(codedSentence('field.not_number'))

/** In lower case, as stored. */
export const uuid = z.uuid({ error: codedSentence('field.not_uuid') }).toLowerCase()

/** Required, trimmed; lengths after trimming. `missing` is also the error for invisible text. */
export const requiredText = (max: number, min = 1, missing = codedSentence('field.required')) =>
  z
    .string({ error: missing })
    .overwrite(trimToVisible)
    // Stops at the first error, so that a missing text is not also reported as too short.
    .min(1, { error: missing, abort: true })
    .min(min, codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))

/** Optional, trimmed; empty if invisible. */
export const optionalText = (max: number) =>
  z
    .string({ error: codedSentence('field.not_string') })
    .overwrite(trimToVisible)
    .max(max, codedSentence('field.too_long', { max }))

/**
 * Refuses characters that reverse the direction of the text after them.
 * @param text requiredText or optionalText
 */
export const publicText = (text: z.ZodString) => text.refine((typed) => !turnsText(typed), NAME_UNSEEN)

/** A person's name in its stored form (visible-text.ts). */
export const requiredName = (max: number, min = 1) =>
  z
    .string(requiredString)
    .overwrite(normaliseName)
    .min(1, { error: codedSentence('field.required'), abort: true })
    .min(min, codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))
    .refine((name) => !hasUnseen(name), NAME_UNSEEN)

export const optionalName = (max: number) =>
  z
    .string({ error: codedSentence('field.not_string') })
    .overwrite(normaliseName)
    .max(max, codedSentence('field.too_long', { max }))
    .refine((name) => !hasUnseen(name), NAME_UNSEEN)

/** For z.preprocess: the caller may write words in any case. */
export const inLowerCase = (given: unknown) =>
  typeof given === 'string' ? given.trim().toLowerCase() : given

/** Required, not trimmed; lengths in characters. */
export const sentText = (max: number, min = 1) =>
  z
    .string(requiredString)
    .min(min, min === 1 ? codedSentence('field.required') : codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))

export const wholeNumber = z
  .number({ error: codedSentence('field.not_integer') })
  .int(codedSentence('field.not_integer'))

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** Shillings with at most two decimals. */
export const money = z.number()

/**
 * Whole shillings within bounds.
 * @param what the noun in the errors, such as 'withdrawal'
 */
export const wholeShillings = (what: string, min: number, max: number) =>
  z
    .number({ error: codedSentence('field.not_number') })
    .int(codedSentence('field.whole_shillings'))
    .min(min, codedSentence('field.smallest', { what, min: min.toLocaleString('en-KE') }))
    .max(max, codedSentence('field.largest', { what, max: max.toLocaleString('en-KE') }))

const pageNumber = (max: number) =>
  z.coerce
    .number({ error: codedSentence('field.not_integer') })
    .int(codedSentence('field.not_integer'))
    .min(1, codedSentence('field.at_least', { min: 1 }))
    .max(max, codedSentence('field.at_most', { max }))

export const paging = {
  page: pageNumber(1_000_000).default(1),
  page_size: pageNumber(PAGE_SIZE_MAX).default(PAGE_SIZE),
}

/**
 * A Nairobi day of a list's filter (`2026-11-22`); an empty text means no filter. Years before 2000 are
 * refused.
 */
export const filterDay = z.preprocess(
  (given) => given || undefined,
  z.iso
    .date({ error: codedSentence('field.not_date') })
    .refine((value) => value.startsWith('20'), codedSentence('field.not_date'))
    .optional(),
)

export const searched = z
  .string()
  .trim()
  .max(SEARCH_MAX, codedSentence('field.too_long', { max: SEARCH_MAX }))
  .default('')

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
}
