import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Asked = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly access?: string
  /** Sent as Idempotency-Key: a repetition gets the first answer. */
  readonly key?: string
  /** Accepts 409 once the same request has been running this long, because its process may be dead. */
  readonly leavesAfterMs?: number
}
export type Answered = { readonly status: number; readonly json: Record<string, unknown> }

/** How long a visitor retries: web is killed now and then. */
const TIMEOUT_MS = 45_000
const RETRY_MS = 250
/** Pause while the same request is running, to stay below rate limits. */
const UNDER_WAY_MS = 2_000

/** Browsers with separate addresses, which retry while web does not answer. */
export class WebClient {
  /** Answers that must never occur, by status. */
  readonly faults = new Map<string, number>()
  /** Requests that failed because a process was dead. */
  broken = 0
  /** The longest wait, with its path. */
  slowest = { seconds: 0, path: '' }
  readonly #origin: URL
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 96 })
  #visitors = 0

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  /**
   * Retries until the product answers. While a process is dead a request fails, or is answered 5xx, or 409
   * because the same request is running.
   * @throws Error after too long without an answer
   */
  async ask(asked: Asked): Promise<Answered> {
    const visitor = this.#visitors++
    const askedAt = Date.now()
    let underWaySince: number | undefined
    const attempts: string[] = []
    for (const end = askedAt + TIMEOUT_MS; ; ) {
      const sentAt = Date.now() - askedAt
      const outcome = await this.#once(asked, visitor).catch((error: Error) => error)
      const answer = outcome instanceof Error ? undefined : outcome
      attempts.push(`${sentAt} to ${Date.now() - askedAt} ms: ${answer?.status ?? outcome}`)
      const isUnderWay = answer?.json.code === 'request_in_progress'
      if (isUnderWay) underWaySince ??= Date.now()
      const leaves =
        isUnderWay && Date.now() - (underWaySince ?? askedAt) > (asked.leavesAfterMs ?? TIMEOUT_MS)
      if (answer && answer.status < 500 && (!isUnderWay || leaves)) {
        const seconds = (Date.now() - askedAt) / 1_000
        if (seconds > this.slowest.seconds) this.slowest = { seconds, path: asked.path }
        return answer
      }
      if (answer) this.#note(`${asked.method ?? 'POST'} ${answer.status}`)
      else this.broken += 1
      if (Date.now() > end)
        throw new Error(`${asked.path} was not answered: ${JSON.stringify(answer)}\n${attempts.join('\n')}`)
      await pause(isUnderWay ? UNDER_WAY_MS : RETRY_MS)
    }
  }

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

/** Lists are in `results`. */
function readBody(text: string): Record<string, unknown> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  if (Array.isArray(parsed)) return { results: parsed }
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : { value: parsed }
}
