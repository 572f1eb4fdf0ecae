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

export class ReadyAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  #gzipped: Promise<Uint8Array> | undefined

  constructor(answer: unknown) {
    this.bytes = new TextEncoder().encode(JSON.stringify(answer))
    this.etag = `"${hash('sha1', this.bytes, 'base64url')}"`
  }

  gzipped(): Promise<Uint8Array> {
    this.#gzipped ??= compress(this.bytes)
    return this.#gzipped
  }

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
  /** Whether this actor's answer may differ from the public one; it is then not cached. */
  isPersonal?: (actor: Actor) => boolean
}

const CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5'
const MOST_ANSWERS = 300
const MOST_ADDRESSES = 4_000
/** Longer addresses are not stored, so that clients cannot fill the memory. */
const LONGEST_ADDRESS = 256

type CachedAddress = { answers: VersionedCache<ReadyAnswer>; entry: CacheEntry<ReadyAnswer> }

const addresses = processSingleton('public-read-addresses', () => new Map<string, CachedAddress>())

/** The cached answer to an anonymous GET, if fresh. @param address path and query as sent */
export function readyAnswer(address: string): ReadyAnswer | undefined {
  const found = addresses.get().get(address)
  return found?.answers.current(found.entry)
}

export type PublicRead = {
  readonly call: Call
  readonly route: RouteHandler
  /**
   * Answers without a Request and Response, which cost a tenth of an uncached answer.
   * @param address path and query as sent
   * @throws errors for `errorResponse`
   */
  readonly answerAnybody: (address: string, params: GivenParams) => Promise<ReadyAnswer>
}

/**
 * Serves a call whose encoded answer is cached in this process and built once per change
 * (versioned-cache.ts). A repeated address is answered without parsing; other requests and all errors go
 * through `endpoint`.
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

function addressOf(request: Request): string {
  const { url } = request
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

function remember(address: string, cached: CachedAddress): void {
  if (address.length > LONGEST_ADDRESS) return
  const known = addresses.get()
  if (known.size >= MOST_ADDRESSES) known.clear()
  known.set(address, cached)
}

/** `Vary` is not needed: personal answers are not cached. The proxy adds it for caches behind it. */
export function headersOf(answer: ReadyAnswer): { 'cache-control': string; etag: string } {
  return { 'cache-control': CACHE_CONTROL, etag: answer.etag }
}

function respond(answer: ReadyAnswer, request: Request): Response {
  const headers = { ...headersOf(answer), 'x-request-id': requestIdOf(request) }
  if (hasAlready(answer, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  return new Response(streamOf(answer.bytes), { headers: { 'content-type': 'application/json', ...headers } })
}

/** A stream that has all bytes at the start costs a third of a Response with text or bytes. */
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
 * Whether the client has this answer. Weak tags match too, because a compressing proxy makes our tag
 * weak.
 */
export function hasAlready({ etag }: ReadyAnswer, tags: string | null | undefined): boolean {
  if (!tags) return false
  return tags.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed === etag || trimmed === `W/${etag}`
  })
}
