import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { endpoint, type RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { type Reply, reply, replyText } from '#lib/web/endpoint/reply.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { Kept, type KeptEntry } from './kept.ts'
import { maxAge, type Topic, versionOf } from './public-changes.ts'

/** An answer that is ready to be sent, with what the browser and a proxy need to keep it for a second. */
export type ReadyAnswer = { text: string; bytes: Uint8Array<ArrayBuffer>; etag: string }

type Asked<C extends Call> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  actor: Actor | null
}

export type PublicReadOptions<C extends Call> = {
  changesWith: readonly Topic[]
  read: (asked: Asked<C>) => Promise<z.input<C['answer']>>
  /** Whether this caller's answer differs from everybody's: it is then read for them alone, and kept nowhere. */
  isPersonal?: (actor: Actor) => boolean
}

const CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5'
const MOST_ANSWERS = 300
const MOST_SPELLINGS = 4_000
/** Longer addresses are read by the schema each time, so that nobody fills the memory with them. */
const LONGEST_SPELLING = 256

type Spelled = { answers: Kept<ReadyAnswer>; entry: KeptEntry<ReadyAnswer> }

/** Addresses as they were sent, without the host, and what they are about: the same spelling needs no parsing. */
const spellings = processSingleton('public-read-spellings', () => new Map<string, Spelled>())

/**
 * The kept answer to a GET of this address by someone who is not signed in, where there is one that may be sent as it is.
 * @param spelling path and query as they were sent
 */
export function readyAnswer(spelling: string): ReadyAnswer | undefined {
  const found = spellings.get().get(spelling)
  return found?.answers.current(found.entry)
}

/**
 * A route handler for what everybody reads. The answer's text is kept in this process and built once for each change
 * (kept.ts), however many ask. A request spelled as one before it is answered without parsing anything; all others go
 * through `endpoint`, and so does every error.
 */
export function publicRead<C extends Call>(call: C, options: PublicReadOptions<C>): RouteHandler {
  const memory = processSingleton(`public-read ${call.path}`, () => openMemory(options.changesWith))
  const readByInput = endpoint<Call>(call, {}, async ({ params, query, actor, request }) => {
    const asked = { params, query, actor } as Asked<C>
    if (actor && options.isPersonal?.(actor)) return reply(await options.read(asked))
    const answers = memory.get()
    const key = JSON.stringify([params, query])
    const answer = await answers.get(key, async () =>
      makeReady(await options.read({ ...asked, actor: null })),
    )
    const entry = answers.find(key)
    if (entry) remember(spellingOf(request), { answers, entry })
    return replyReady(answer, request)
  })
  return (request, context) => {
    const answer =
      request.headers.get('authorization') === null ? readyAnswer(spellingOf(request)) : undefined
    return answer ? Promise.resolve(respond(answer, request)) : readByInput(request, context)
  }
}

function openMemory(topics: readonly Topic[]): Kept<ReadyAnswer> {
  return new Kept({ limit: MOST_ANSWERS, version: versionOf(topics), maxAge, isAnswer })
}

function isAnswer(error: unknown): boolean {
  return error instanceof NotFoundError || error instanceof RuleError
}

/** Path and query as they were sent, without the host, which the caller chooses. */
function spellingOf(request: Request): string {
  const { url } = request
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

function remember(spelling: string, spelled: Spelled): void {
  if (spelling.length > LONGEST_SPELLING) return
  const known = spellings.get()
  // Those still in use are back after one parse each.
  if (known.size >= MOST_SPELLINGS) known.clear()
  known.set(spelling, spelled)
}

function makeReady(answer: unknown): ReadyAnswer {
  const text = JSON.stringify(answer)
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  return { text, bytes: new TextEncoder().encode(text), etag }
}

/** No `Vary: Authorization`: what is kept is everybody's, and personal answers are kept by nobody. */
export function headersOf(answer: ReadyAnswer): { 'cache-control': string; etag: string } {
  return { 'cache-control': CACHE_CONTROL, etag: answer.etag }
}

function respond(answer: ReadyAnswer, request: Request): Response {
  const headers = { ...headersOf(answer), 'x-request-id': requestIdOf(request) }
  if (hasAlready(answer, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  return new Response(streamOf(answer.bytes), { headers: { 'content-type': 'application/json', ...headers } })
}

/** A stream that has it all from the start costs a third of what Response makes of a text or of bytes. */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
}

function replyReady(answer: ReadyAnswer, request: Request): Reply<ReturnType<typeof replyText>['answer']> {
  const status = hasAlready(answer, request.headers.get('if-none-match')) ? 304 : undefined
  return replyText(answer.text, { status, headers: headersOf(answer) })
}

/**
 * Whether the tags of If-None-Match name this answer. A proxy that compresses turns our tag into a weak one; it still
 * names the same answer.
 */
export function hasAlready({ etag }: ReadyAnswer, tags: string | null | undefined): boolean {
  if (!tags) return false
  return tags.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed === etag || trimmed === `W/${etag}`
  })
}
