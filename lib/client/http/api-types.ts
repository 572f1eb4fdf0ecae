import type { z } from 'zod'
import type { contract, downloads } from '#lib/contract/all.ts'

// This file imports only types of the contract, so that the browser loads none of its schemas.

type Grouped = typeof contract & { downloads: typeof downloads }
type AnyCall = { [Group in keyof Grouped]: Grouped[Group][keyof Grouped[Group]] }[keyof Grouped]

type Calls = { [C in AnyCall as `${C['method']} ${C['path']}`]: C }

/** A call of the contract by its method and its path below /api, as in `GET /videos/{id}/`. */
export type CallName = keyof Calls

/** A call that only reads. */
export type ReadName = CallName & `GET ${string}`

/** The input of a schema; where the schema accepts anything (`unknown`) and converts it, the type of its output. */
type Sent<Input, Output> = {
  [Key in keyof Input]: unknown extends Input[Key]
    ? Key extends keyof Output
      ? Output[Key]
      : never
    : Input[Key]
}

/** A part of a request: left out where the call has none (`nothing` of call.ts), optional where every field of it is. */
type Part<Name extends string, Value> = string extends keyof Value
  ? { [Key in Name]?: never }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type SentTo<Schema extends z.ZodType> = Sent<z.input<Schema>, z.output<Schema>>

/** The body that a call takes. */
export type BodyOf<Name extends CallName> = SentTo<Calls[Name]['body']>

/** The query that a call takes. */
export type QueryOf<Name extends CallName> = SentTo<Calls[Name]['query']>

/** Everything that is sent with a call. */
export type RequestOf<Name extends CallName> = Part<'path', SentTo<Calls[Name]['params']>> &
  Part<'query', QueryOf<Name>> &
  Part<'body', BodyOf<Name>> &
  (Calls[Name]['idempotent'] extends true
    ? {
        /** The key of this attempt: sent or tapped twice, it is done once. Null where each press counts. */
        attempt: string | null
      }
    : { attempt?: undefined }) & {
    signal?: AbortSignal
    /** Lets the call go on although the page is closed. */
    keepalive?: boolean
  }

/** The request as an argument, which may be left out where nothing has to be sent. */
export type RequestArgument<Name extends CallName> =
  Record<never, never> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]

/** The answer of a call. */
export type AnswerOf<Name extends CallName> = Calls[Name]['status'] extends 204
  ? null
  : z.output<Calls[Name]['answer']>
