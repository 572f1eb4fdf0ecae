import { z } from 'zod'
import { codedSentence } from '#messages/server/catalogue.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, type RoleName, roleNames, SEARCH_MAX } from './constants.ts'
import { hasUnseen, NAME_UNSEEN, normaliseName, trimToVisible, turnsText } from './visible-text.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call: everyone, anyone signed in, or holders of these roles. */
export type Access = 'public' | 'member' | readonly RoleName[]

export { type RoleName, roleNames }

/**
 * One documented call: where it lives, what it takes, what it answers. Validation on the server, the browser's
 * client and the OpenAPI document are all made from it.
 */
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
  /** Takes an `Idempotency-Key` header: true for writes that move money, and for others that are not to be done twice. */
  readonly idempotent: I
  /** Open to staff who have yet to set up their second factor; everything else is shut for them. */
  readonly beforeEnrolment: boolean
  /**
   * Begins, renews or ends a session, so a token that is not good does not refuse it: a client that sends its token with
   * every call could otherwise never renew an expired one. Every other call answers such a token with 401.
   */
  readonly ignoresBadToken: boolean
  /** Statuses of this call's own rules, beside those that every call of its kind can answer (`statusesOf`). */
  readonly alsoAnswers: readonly OtherStatus[]
}

/** The status of a call that succeeds. */
type Status = 200 | 201 | 202 | 204

/** What a call may answer beside its own status: accepted for later, or refused by a rule of the product. */
export type OtherStatus = 202 | 400 | 401 | 403 | 404 | 409 | 422 | 429 | 503

export const nothing = z.object({})

/** A page past the end of a list is not found. */
const isPaged = (query: z.ZodType) => query instanceof z.ZodObject && 'page' in query.shape

/**
 * Every status that a call can answer: its success, what its kind brings with it (a body can be invalid, a role can be
 * missing), and its own refusals. The API document names exactly these, and outside production any other is a fault.
 */
export function statusesOf(call: Call): number[] {
  const { access, body, idempotent, method, params, query } = call
  const isWrite = method !== 'GET'
  const takesInput = body !== nothing || query !== nothing || idempotent
  return [
    call.status,
    ...(takesInput ? [400] : []),
    ...(call.ignoresBadToken ? [] : [401]),
    // Members may be staff who have yet to set up their second factor.
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
 * Describes a call, with defaults for what is left out.
 * @param name its method and its path below /api, as browsers name it (docs/decisions/0032)
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

/** A sentence in an answer, in the language of the request. */
export const sentence: z.ZodType<string, string | { toJSON(): string }> = z.string()

/** For a field that has to be there: the sentence says whether it is missing, or of another type. */
export const required = (otherType: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? codedSentence('field.required') : otherType,
})
export const requiredString = required(codedSentence('field.not_string'))
export const requiredNumber = required(codedSentence('field.not_number'))

/** In the small letters that ids are stored in, so that all that compares them sees the same one. */
export const uuid = z.uuid({ error: codedSentence('field.not_uuid') }).toLowerCase()

/** A field that must be there, trimmed; lengths in characters after trimming. `missing` is said where nothing can be seen. */
export const requiredText = (max: number, min = 1, missing = codedSentence('field.required')) =>
  z
    .string({ error: missing })
    .overwrite(trimToVisible)
    // One sentence is enough: what is missing is not also too short.
    .min(1, { error: missing, abort: true })
    .min(min, codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))

/** A field that may be left out or empty, trimmed; empty where nothing of it can be seen. */
export const optionalText = (max: number) =>
  z
    .string({ error: codedSentence('field.not_string') })
    .overwrite(trimToVisible)
    .max(max, codedSentence('field.too_long', { max }))

/** A text that everybody reads: it does not turn round what stands after it. @param text as requiredText or optionalText */
export const publicText = (text: z.ZodString) => text.refine((typed) => !turnsText(typed), NAME_UNSEEN)

/** A name that people are known by, in the form that is stored (visible-text.ts). */
export const requiredName = (max: number, min = 1) =>
  z
    .string(requiredString)
    .overwrite(normaliseName)
    .min(1, { error: codedSentence('field.required'), abort: true })
    .min(min, codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))
    .refine((name) => !hasUnseen(name), NAME_UNSEEN)

/** The same for a name that may be left out or empty. */
export const optionalName = (max: number) =>
  z
    .string({ error: codedSentence('field.not_string') })
    .overwrite(normaliseName)
    .max(max, codedSentence('field.too_long', { max }))
    .refine((name) => !hasUnseen(name), NAME_UNSEEN)

/** For words of a list that may be sent in any case: to be used with z.preprocess. */
export const inLowerCase = (given: unknown) =>
  typeof given === 'string' ? given.trim().toLowerCase() : given

/** A field that must be there, taken as it was sent; lengths in characters. */
export const sentText = (max: number, min = 1) =>
  z
    .string(requiredString)
    .min(min, min === 1 ? codedSentence('field.required') : codedSentence('field.too_short', { min }))
    .max(max, codedSentence('field.too_long', { max }))

/** A number without a fraction. */
export const wholeNumber = z
  .number({ error: codedSentence('field.not_integer') })
  .int(codedSentence('field.not_integer'))

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** Shillings with at most two decimals. */
export const money = z.number()

/** What people ask to be moved: whole shillings, with a sentence that names the bounds. @param what as in 'withdrawal' */
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

/** `page` and `page_size` of every list. */
export const paging = {
  page: pageNumber(1_000_000).default(1),
  page_size: pageNumber(PAGE_SIZE_MAX).default(PAGE_SIZE),
}

/** What a list is searched for; empty where all of it is wanted. */
export const searched = z
  .string()
  .trim()
  .max(SEARCH_MAX, codedSentence('field.too_long', { max: SEARCH_MAX }))
  .default('')

/** `{count, next, previous, results}` */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
}
