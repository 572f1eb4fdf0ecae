import type { z } from 'zod'
import type { contract, downloads } from '#lib/contract/all.ts'

// Imports only types, so that the browser loads no schemas.

type Grouped = typeof contract & { downloads: typeof downloads }
type AnyCall = { [Group in keyof Grouped]: Grouped[Group][keyof Grouped[Group]] }[keyof Grouped]

type Calls = { [C in AnyCall as `${C['method']} ${C['path']}`]: C }

/** Method and path below /api, such as `GET /videos/{id}/`. */
export type CallName = keyof Calls

export type ReadName = CallName & `GET ${string}`

/** Each field's input type, or its output type if the input is `unknown`. */
type Sent<Input, Output> = {
  [Key in keyof Input]: unknown extends Input[Key]
    ? Key extends keyof Output
      ? Output[Key]
      : never
    : Input[Key]
}

/**
 * A part of the request: absent if the call has none (`nothing` of call.ts), optional if all its fields are.
 */
type Part<Name extends string, Value> = string extends keyof Value
  ? { [Key in Name]?: never }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type SentTo<Schema extends z.ZodType> = Sent<z.input<Schema>, z.output<Schema>>

export type BodyOf<Name extends CallName> = SentTo<Calls[Name]['body']>

export type QueryOf<Name extends CallName> = SentTo<Calls[Name]['query']>

export type RequestOf<Name extends CallName> = Part<'path', SentTo<Calls[Name]['params']>> &
  Part<'query', QueryOf<Name>> &
  Part<'body', BodyOf<Name>> &
  (Calls[Name]['idempotent'] extends true
    ? {
        /** Idempotency-Key: a repeated send acts once. Null if each press counts. */
        attempt: string | null
      }
    : { attempt?: undefined }) & {
    signal?: AbortSignal
    /** Continues after the page closes. */
    keepalive?: boolean
  }

export type RequestArgument<Name extends CallName> =
  Record<never, never> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]

export type AnswerOf<Name extends CallName> = Calls[Name]['status'] extends 204
  ? null
  : z.output<Calls[Name]['answer']>
