import { type Call, nothing } from '#lib/contract/call.ts'
import { env } from '#lib/core/env.ts'
import { jsonIn } from '#lib/core/sentence.ts'
import type { Locale } from '#messages/locales.ts'
import { respondText } from './ready-text.ts'
import { JsonText, Reply } from './reply.ts'

export function answerResponse(
  call: Call,
  given: unknown,
  cacheControl: string,
  requestId: string,
  language: Locale,
): Response {
  const special = given instanceof Reply ? given : undefined
  const answer = special ? special.answer : given
  const status = special?.status ?? call.status
  if (env.NODE_ENV !== 'production' && status < 300) checkAnswer(call, textOf(answer, language))
  const headers = {
    'content-type': 'application/json',
    'cache-control': cacheControl,
    'x-request-id': requestId,
    ...special?.headers,
  }
  const empty = status === 204 || status === 304
  return empty
    ? new Response(null, { status, headers })
    : respondText(textOf(answer, language), { status, headers })
}

export function bodyOf(given: unknown, language: Locale): unknown {
  const answer = given instanceof Reply ? given.answer : given
  return answer === undefined ? undefined : JSON.parse(textOf(answer, language))
}

function textOf(answer: unknown, language: Locale): string {
  return answer instanceof JsonText ? answer.text : jsonIn(language, answer)
}

function checkAnswer(call: Call, text: string): void {
  if (call.answer === nothing) return
  const checked = call.answer.safeParse(JSON.parse(text))
  if (!checked.success)
    throw new Error(`${call.method} ${call.path} answers what it does not document: ${checked.error.message}`)
}
