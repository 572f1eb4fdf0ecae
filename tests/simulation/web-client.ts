import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Asked = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly access?: string
  /** Sent as Idempotency-Key: the same request again is answered like the first. */
  readonly key?: string
  /** Takes 409 for an answer once the same request has been under way for so long, in ms: whoever ran it may be dead. */
  readonly leavesAfterMs?: number
}
export type Answered = { readonly status: number; readonly json: Record<string, unknown> }

/** How long somebody tries to reach web before they give up, in ms: it is killed now and then. */
const PATIENCE_MS = 45_000
const AGAIN_AFTER_MS = 250
/** So long they wait where the same request of theirs is still under way: more often, and they ask too often. */
const UNDER_WAY_MS = 2_000

/** Browsers, each from an address of its own, who try again while web does not answer. */
export class WebClient {
  /** Answers that nobody should ever see, by status. */
  readonly faults = new Map<string, number>()
  /** Requests that broke off because web, or what it needs, was dead. */
  broken = 0
  /** The longest that anybody had to wait, in seconds, and for what. */
  slowest = { seconds: 0, path: '' }
  readonly #origin: URL
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 96 })
  #visitors = 0

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  /**
   * Asks until there is an answer of the product's own. While something is dead a request breaks off, is answered 5xx, or
   * 409 because the same request is still under way; all of these are asked again.
   * @throws Error when nobody has answered for long
   */
  async ask(asked: Asked): Promise<Answered> {
    const visitor = this.#visitors++
    const askedAt = Date.now()
    let underWaySince: number | undefined
    for (const end = askedAt + PATIENCE_MS; ; ) {
      const answer = await this.#once(asked, visitor).catch(() => undefined)
      const isUnderWay = answer?.json.code === 'request_in_progress'
      if (isUnderWay) underWaySince ??= Date.now()
      const leaves =
        isUnderWay && Date.now() - (underWaySince ?? askedAt) > (asked.leavesAfterMs ?? PATIENCE_MS)
      if (answer && answer.status < 500 && (!isUnderWay || leaves)) {
        const seconds = (Date.now() - askedAt) / 1_000
        if (seconds > this.slowest.seconds) this.slowest = { seconds, path: asked.path }
        return answer
      }
      if (answer) this.#note(`${asked.method ?? 'POST'} ${answer.status}`)
      else this.broken += 1
      if (Date.now() > end) throw new Error(`${asked.path} was not answered: ${JSON.stringify(answer)}`)
      await pause(isUnderWay ? UNDER_WAY_MS : AGAIN_AFTER_MS)
    }
  }

  /** Asks, and expects this status. */
  async expect(status: number, asked: Asked): Promise<Record<string, unknown>> {
    const answer = await this.ask(asked)
    if (answer.status === status) return answer.json
    throw new Error(`${asked.path} was answered ${answer.status}: ${JSON.stringify(answer.json)}`)
  }

  end(): void {
    this.#agent.destroy()
  }

  #note(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1)
  }

  #once({ method = 'POST', path, body, access, key }: Asked, visitor: number): Promise<Answered> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    return new Promise((resolve, reject) => {
      const url = new URL(path, this.#origin)
      const request = http.request(
        url,
        { method, agent: this.#agent, headers, timeout: 20_000 },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('error', reject)
          response.once('end', () => {
            try {
              resolve({ status: response.statusCode ?? 0, json: readBody(Buffer.concat(chunks).toString()) })
            } catch (error) {
              reject(error)
            }
          })
        },
      )
      request.once('timeout', () => request.destroy(new Error('no answer')))
      request.once('error', reject)
      request.end(text)
    })
  }
}

/** A list is found under `results`. */
function readBody(text: string): Record<string, unknown> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  if (Array.isArray(parsed)) return { results: parsed }
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : { value: parsed }
}
