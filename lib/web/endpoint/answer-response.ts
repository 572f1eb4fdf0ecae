import { type Call, nothing } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { respondText } from './ready-text.ts'
import { JsonText, Reply } from './reply.ts'

/** Makes the response for what a handler returned: its answer, or a reply with its own status and headers. */
export function answerResponse(
  call: Call,
  given: unknown,
  cacheControl: string,
  requestId: string,
): Response {
  const special = given instanceof Reply ? given : undefined
  const answer = special ? special.answer : given
  const status = special?.status ?? call.status
  if (env.NODE_ENV !== 'production' && status < 300) checkAnswer(call, answer)
  const headers = {
    'content-type': 'application/json',
    'cache-control': cacheControl,
    'x-request-id': requestId,
    ...special?.headers,
  }
  const empty = status === 204 || status === 304
  return empty ? new Response(null, { status, headers }) : respondText(textOf(answer), { status, headers })
}

/** Returns the answer alone, as a value. */
export function bodyOf(given: unknown): unknown {
  const answer = given instanceof Reply ? given.answer : given
  return answer instanceof JsonText ? JSON.parse(answer.text) : answer
}

function textOf(answer: unknown): string {
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer)
}

/** Outside production an answer that breaks the contract fails, so that tests and trial runs find it. */
function checkAnswer(call: Call, answer: unknown): void {
  if (call.answer === nothing) return
  const checked = call.answer.safeParse(JSON.parse(textOf(answer)))
  if (!checked.success)
    throw new Error(`${call.method} ${call.path} answers what it does not document: ${checked.error.message}`)
}
