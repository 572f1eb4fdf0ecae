// Requests generated from a call's schemas: some nearly right, to reach deeper rules, some absurd.
import fc from 'fast-check'
import { z } from 'zod'
import { type Call, nothing } from '#lib/contract/call.ts'
import { newId } from '#lib/core/ids.ts'
import type { Sent } from './send.ts'

type Json = {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Json>
  anyOf?: Json[]
}

export type Known = { ids: string[]; tokens: string[] }

// Created once, because pattern arbitraries are expensive.
const nearlyToken = fc.stringMatching(/^[\w.-]{1,80}$/)
const anyHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ 'Idempotency-Key': fc.stringMatching(/^[!-~]{1,140}$/) }),
  fc.record({ 'x-request-id': fc.stringMatching(/^[!-~]{1,80}$/) }),
  fc.record({ 'content-type': fc.constantFrom('text/plain', 'multipart/form-data', 'application/json;;') }),
)

const brokenBody = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.json().map((text) => text.slice(0, -1)),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(`{"a":"${'x'.repeat(70_000)}"}`),
  fc.constant('['.repeat(30_000)),
  fc.constant('{"__proto__":{"admin":true},"constructor":1}'),
)

/** Generates requests that are mostly wrong in some way. */
export function anyRequest(call: Call, known: Known): fc.Arbitrary<Sent> {
  return fc.record({
    method: fc.constant(call.method),
    params: partOf(call.params, known, fc.string()),
    query: partOf(call.query, known, fc.string()),
    body: call.method === 'GET' ? fc.constant(undefined) : anyBody(call, known),
    access: fc.option(fc.oneof(fc.constantFrom(...known.tokens), nearlyToken), { nil: undefined }),
    headers: anyHeaders,
  }) as fc.Arbitrary<Sent>
}

function anyBody(call: Call, known: Known): fc.Arbitrary<unknown> {
  const nearlyRight = call.body === nothing ? fc.constant(undefined) : partOf(call.body, known, hostileValue)
  return fc.oneof({ weight: 6, arbitrary: nearlyRight }, { weight: 8, arbitrary: brokenBody })
}

const hostileValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', "' OR 1=1 --", '%s', '🕺'.repeat(50), 'x'.repeat(5_000)),
  fc.constantFrom(0, -0, -1, 0.1, 1e21, -1e308, 2 ** 53, 2 ** 63, Number.MAX_VALUE),
)

/** Generates a part of a request, whose fields are valid, hostile or missing. */
function partOf(schema: z.ZodType, known: Known, hostile: fc.Arbitrary<unknown>) {
  const fields = (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json).properties ?? {}
  const record = Object.fromEntries(
    Object.entries(fields).map(([name, json]) => [
      name,
      fc.oneof({ weight: 9, arbitrary: fitting(json, known) }, { weight: 1, arbitrary: hostile }),
    ]),
  )
  const some = fc.record(record, { requiredKeys: [] })
  return fc.oneof({ weight: 5, arbitrary: fc.record(record) }, { weight: 1, arbitrary: some })
}

function fitting(json: Json, known: Known): fc.Arbitrary<unknown> {
  if (json.const !== undefined) return fc.constant(json.const)
  if (json.enum) return fc.constantFrom(...json.enum)
  if (json.anyOf) return fc.oneof(...json.anyOf.map((one) => fitting(one, known)))
  if (json.format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.constant(0).map(newId))
  if (json.type === 'integer')
    return fc.integer({ min: Math.max(json.minimum ?? -5, -1e6), max: Math.min(json.maximum ?? 1e6, 1e6) })
  if (json.type === 'number') return fc.double({ min: json.minimum, max: json.maximum, noNaN: true })
  if (json.type === 'boolean') return fc.boolean()
  if (json.pattern) return fc.stringMatching(new RegExp(json.pattern))
  if (json.type === 'string') return fc.string({ minLength: json.minLength, maxLength: json.maxLength ?? 40 })
  return hostileValue
}
