import type { z } from 'zod'
import { type Call, nothing } from '#lib/contract/call.ts'
import { NotFoundError, ValidationError } from '#lib/core/errors.ts'
import { type Sentence, sentenceOf } from '#lib/core/sentence.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { BodyTooLargeError, isStorable, MAX_BODY_BYTES, notJson, readJsonObject } from './read-body.ts'

export type Input<C extends Call> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
}

export type GivenParams = Record<string, string | string[] | undefined>

export type RouteContext = { params: Promise<GivenParams> }

/**
 * Parses a request by the call's schemas; skips parts whose schema is `nothing`.
 * @throws NotFoundError for an invalid path parameter
 * @throws ValidationError, BodyTooLargeError for the rest
 */
export async function readInput<C extends Call>(
  call: C,
  request: Request,
  context: RouteContext,
): Promise<Input<C>> {
  const asked = readAsked(call, request.url, await context.params)
  const body = call.method === 'GET' ? {} : await readBody(call.body, request)
  return { ...asked, body } as Input<C>
}

/** @param address the whole address, or from the path on */
export function readAsked(
  call: Call,
  address: string,
  given: GivenParams,
): { params: unknown; query: unknown } {
  const params = call.params === nothing ? {} : readParams(call.params, given)
  const query = call.query === nothing ? {} : readQuery(call.query, address)
  return { params, query }
}

function readParams(schema: z.ZodType, given: GivenParams): unknown {
  // Nothing stored has such a name, so the answer is 404.
  const named = Object.values(given).flat()
  if (named.some((value) => value !== undefined && !isStorable(value))) throw new NotFoundError()
  const read = schema.safeParse(given)
  if (!read.success) throw new NotFoundError()
  return read.data
}

function readQuery(schema: z.ZodType, address: string): unknown {
  const given = Object.fromEntries(new URL(address, 'http://any').searchParams)
  for (const [name, value] of Object.entries(given))
    if (!isStorable(value)) throw new ValidationError({ [name]: 'null_characters' })
  return parse(schema, given)
}

async function readBody(schema: z.ZodType, request: Request): Promise<unknown> {
  if (schema === nothing) {
    if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new BodyTooLargeError()
    return {}
  }
  const given = await readJsonObject(request)
  if (given) return parse(schema, given)
  const without = schema.safeParse({})
  if (without.success) return without.data
  throw notJson(given === null ? 'body_not_object' : 'json_required')
}

function parse(schema: z.ZodType, given: unknown): unknown {
  const read = schema.safeParse(given, { error: plainSentence })
  if (!read.success) throw new ValidationError(fieldErrors(read.error))
  return read.data
}

/** Replaces zod's messages, which are for programmers. */
function plainSentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  if (issue.input === undefined) return codedSentence('field.required')
  if (issue.expected === 'string') return codedSentence('field.not_string')
  if (issue.expected === 'number' || issue.expected === 'int') return codedSentence('field.not_number')
  if (issue.expected === 'boolean') return codedSentence('field.not_true_or_false')
  return undefined
}

function fieldErrors(error: z.ZodError): Record<string, Sentence[]> {
  const errors: Record<string, Sentence[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : 'non_field_errors'
    errors[field] = [...(errors[field] ?? []), sentenceOf(issue.message)]
  }
  return errors
}
