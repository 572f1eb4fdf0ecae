import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { endpoint, type RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { compress } from '#lib/web/endpoint/gzip.ts'
import { type GivenParams, readAsked } from '#lib/web/endpoint/read-input.ts'
import { type Reply, reply, replyText } from '#lib/web/endpoint/reply.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { maxAge, type Topic, versionOf } from './public-changes.ts'
import { type CacheEntry, VersionedCache } from './versioned-cache.ts'

/**
 * An answer that is ready to be sent, with the tag by which a browser or proxy caches it. Its text is encoded once, for the tag, the
 * length and the socket.
 */
export class ReadyAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  #gzipped: Promise<Uint8Array> | undefined

  constructor(answer: unknown) {
    this.bytes = new TextEncoder().encode(JSON.stringify(answer))
    this.etag = `"${hash('sha1', this.bytes, 'base64url')}"`
  }

  /** Returns the answer as gzip, which is made once, when it is first asked for. */
  gzipped(): Promise<Uint8Array> {
    this.#gzipped ??= compress(this.bytes)
    return this.#gzipped
  }

  /** Returns the answer as a text (JSON). */
  read(): string {
    return new TextDecoder().decode(this.bytes)
  }
}

type Asked<C extends Call> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  actor: Actor | null
}

export type PublicReadOptions<C extends Call> = {
  changesWith: readonly Topic[]
  read: (asked: Asked<C>) => Promise<z.input<C['answer']>>
  /** Tells whether this caller's answer may differ from everybody's. It is then read for them alone, and not cached. */
  isPersonal?: (actor: Actor) => boolean
}

const CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5'
const MOST_ANSWERS = 300
const MOST_ADDRESSES = 4_000
/** Longer addresses are parsed each time, so that nobody fills the memory with them. */
const LONGEST_ADDRESS = 256

type CachedAddress = { answers: VersionedCache<ReadyAnswer>; entry: CacheEntry<ReadyAnswer> }

/** Paths and queries as clients have sent them, with their cached answers: one that was sent before needs no parsing. */
const addresses = processSingleton('public-read-addresses', () => new Map<string, CachedAddress>())

/**
 * Returns the cached answer to a GET of this address by somebody who is not signed in, where one may be sent.
 * @param address path and query as they were sent
 */
export function readyAnswer(address: string): ReadyAnswer | undefined {
  const found = addresses.get().get(address)
  return found?.answers.current(found.entry)
}

/** A call that everybody reads. */
export type PublicRead = {
  readonly call: Call
  /** Answers it by its route, also to somebody who is signed in. */
  readonly route: RouteHandler
  /**
   * Answers it to somebody who is not signed in, without a request and a response of the web's own kind, which cost a tenth of an
   * answer that is in no memory.
   * @param address path and query as they were sent
   * @param params of the path
   * @throws whatever `errorResponse` turns into the documented answer
   */
  readonly answerAnybody: (address: string, params: GivenParams) => Promise<ReadyAnswer>
}

/**
 * Makes a call that everybody reads. The answer's bytes are cached in this process and built once for each change
 * (versioned-cache.ts), however many ask. A request for an address that was sent before is answered without parsing
 * anything; on a route all others go through `endpoint`, and so does every error.
 */
export function publicRead<C extends Call>(call: C, options: PublicReadOptions<C>): PublicRead {
  const cache = processSingleton(`public-read ${call.path}`, () => openCache(options.changesWith))
  const readForAll = async (asked: Asked<C>, address: string): Promise<ReadyAnswer> => {
    const answers = cache.get()
    const key = JSON.stringify([asked.params, asked.query])
    const answer = await answers.get(
      key,
      async () => new ReadyAnswer(await options.read({ ...asked, actor: null })),
    )
    const entry = answers.find(key)
    if (entry) remember(address, { answers, entry })
    return answer
  }
  const readByInput = endpoint<Call>(call, {}, async ({ params, query, actor, request }) => {
    const asked = { params, query, actor } as Asked<C>
    if (actor && options.isPersonal?.(actor)) return reply(await options.read(asked))
    return replyReady(await readForAll(asked, addressOf(request)), request)
  })
  return {
    call,
    route: (request, context) => {
      const answer =
        request.headers.get('authorization') === null ? readyAnswer(addressOf(request)) : undefined
      return answer ? Promise.resolve(respond(answer, request)) : readByInput(request, context)
    },
    answerAnybody: (address, params) =>
      readForAll({ ...readAsked(call, address, params), actor: null } as Asked<C>, address),
  }
}

function openCache(topics: readonly Topic[]): VersionedCache<ReadyAnswer> {
  return new VersionedCache({ limit: MOST_ANSWERS, version: versionOf(topics), maxAge, isAnswer })
}

function isAnswer(error: unknown): boolean {
  return error instanceof NotFoundError || error instanceof RuleError
}

/** Path and query as they were sent, without the host, which the caller chooses. */
function addressOf(request: Request): string {
  const { url } = request
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

function remember(address: string, cached: CachedAddress): void {
  if (address.length > LONGEST_ADDRESS) return
  const known = addresses.get()
  // Addresses that are still in use come back after they are parsed once.
  if (known.size >= MOST_ADDRESSES) known.clear()
  known.set(address, cached)
}

/** There is no `Vary`: cached answers are everybody's, and personal ones are not cached. The proxy adds it for caches behind it. */
export function headersOf(answer: ReadyAnswer): { 'cache-control': string; etag: string } {
  return { 'cache-control': CACHE_CONTROL, etag: answer.etag }
}

function respond(answer: ReadyAnswer, request: Request): Response {
  const headers = { ...headersOf(answer), 'x-request-id': requestIdOf(request) }
  if (hasAlready(answer, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  return new Response(streamOf(answer.bytes), { headers: { 'content-type': 'application/json', ...headers } })
}

/** Makes a stream that has all bytes from the start: it costs a third of what Response makes of a text or of bytes. */
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
  return replyText(answer.read(), { status, headers: headersOf(answer) })
}

/**
 * Tells whether the tags of If-None-Match name this answer. A proxy that compresses answers turns our tag into a weak one,
 * which still names the same answer.
 */
export function hasAlready({ etag }: ReadyAnswer, tags: string | null | undefined): boolean {
  if (!tags) return false
  return tags.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed === etag || trimmed === `W/${etag}`
  })
}
