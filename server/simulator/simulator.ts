// Puts the simulator together. Nothing here reads the environment: main.ts does, and tests pass what they need.
import type { AddressInfo } from 'node:net'
import { Acknowledgement } from './acknowledgement.ts'
import { Book, emptyBook } from './book.ts'
import { C2b } from './c2b.ts'
import { Control, type SeenRequest } from './control.ts'
import { addControlRoutes } from './control-routes.ts'
import { Deliveries } from './deliveries.ts'
import { Handsets } from './handsets.ts'
import { Tokens } from './oauth.ts'
import { OutcomeChoice } from './outcome-choice.ts'
import { Prompts } from './prompts.ts'
import type { Reply } from './refusal.ts'
import { type Call, type Handler, Router } from './router.ts'
import { Schedule } from './schedule.ts'
import { demoMerchant, type Merchant, type Settings, settingsSchema } from './settings.ts'
import { readState, type State, StateWriter } from './state-file.ts'
import { Stk } from './stk.ts'

export type SimulatorOptions = {
  /** What differs from the demo merchant, whose values are the defaults of lib/core/env.ts. */
  merchant?: Partial<Merchant>
  settings?: Partial<Settings>
  /** What the Utility account holds on the first day, in cents. */
  openingUtilityCents?: bigint
  /** Where the book is kept between two starts; in memory only where this is left out. */
  stateFile?: string
  host?: string
  /** Told of faults of the simulator itself. */
  onError?: (error: unknown) => void
}

export type Simulator = {
  /** Listens on a port, 0 for a free one, and returns the address without a trailing slash. */
  listen(port: number): Promise<string>
  /** Stops taking requests, ends those under way, keeps the book. */
  close(): Promise<void>
  readonly book: Book
  readonly control: Control
}

const keptRequests = 2_000

/**
 * A Daraja of one's own. @throws Error when the state file can't be read, ZodError for a setting that does not exist.
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const merchant: Merchant = { ...demoMerchant, ...options.merchant }
  const onError = options.onError ?? ((error: unknown) => console.error(error))
  const firstSettings = settingsSchema.parse(options.settings ?? {})
  let current = firstSettings
  const settings = () => current
  const openingUtilityCents = options.openingUtilityCents ?? 100_000_000n
  const saved = options.stateFile ? readState(options.stateFile) : undefined
  const schedule = new Schedule(onError)
  const now = () => schedule.now()
  const requests: SeenRequest[] = []
  let writer: StateWriter | undefined
  const changed = () => writer?.touch()

  const book = new Book({
    state: saved?.book ?? emptyBook(openingUtilityCents),
    now,
    limits: settings,
    changed,
  })
  const handsets = new Handsets({ messages: saved?.messages ?? {}, now, changed })
  const deliveries = new Deliveries(schedule, settings)
  const tokens = new Tokens(merchant, settings, now)
  const choice = new OutcomeChoice(() => current.defaultOutcome)
  const acknowledgement = new Acknowledgement({ tokens, schedule, settings })
  const shared = { merchant, settings, schedule, book, handsets, deliveries, changed }
  const c2b = new C2b({ ...shared, urls: saved?.urls })
  const prompts = new Prompts({
    ...shared,
    prompts: saved?.prompts ?? [],
    organization: merchant.organization,
    confirm: (line) => c2b.confirm(line),
  })
  const stk = new Stk({ ...shared, prompts, choice, acknowledgement })
  const control = new Control({
    ...shared,
    prompts,
    tokens,
    choice,
    c2b,
    requests,
    openingUtilityCents,
    firstSettings,
    readSettings: settings,
    writeSettings: (next) => {
      current = next
    },
    clearPayouts: () => {},
    saveNow: () => writer?.flush(),
  })

  const snapshot = (): State => ({
    version: 1,
    book: book.state,
    prompts: prompts.state(),
    messages: handsets.state(),
    ...(c2b.urls && { urls: c2b.urls }),
  })
  if (options.stateFile) writer = new StateWriter(options.stateFile, snapshot)

  const router = new Router({ seen: (call, status) => note(requests, call, status, now()), onError })
  const api = (handler: Handler): Handler => guardApi(handler, { settings, tokens })
  router.on('GET', '/oauth/v1/generate', (call) => outageReply(current) ?? tokens.generate(call))
  router.on(
    'POST',
    '/mpesa/stkpush/v1/processrequest',
    api((call) => stk.push(call)),
  )
  router.on(
    'POST',
    '/mpesa/stkpushquery/v1/query',
    api((call) => stk.query(call)),
  )
  router.on(
    'POST',
    '/mpesa/c2b/v2/registerurl',
    api((call) => c2b.register(call)),
  )
  addControlRoutes(router, { control, book, merchant, prompts, handsets, schedule })

  const server = router.createServer()
  return {
    book,
    control,
    listen: (port) =>
      new Promise((resolve, reject) => {
        const host = options.host ?? '127.0.0.1'
        server.once('error', reject)
        server.listen(port, host, () => {
          prompts.resume()
          const { port: bound } = server.address() as AddressInfo
          resolve(`http://${host}:${bound}`)
        })
      }),
    close: async () => {
      schedule.clear()
      deliveries.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      writer?.flush()
    },
  }
}

/** Every call of the API but OAuth: not during an outage, and with a token that is good. */
function guardApi(handler: Handler, parts: { settings: () => Settings; tokens: Tokens }): Handler {
  return (call) => {
    const down = outageReply(parts.settings())
    if (down) return down
    parts.tokens.check(call)
    return handler(call)
  }
}

function outageReply(settings: Settings): Reply | undefined {
  if (settings.outage === 'refuse') return 'cut'
  if (settings.outage === 'unavailable')
    return { status: 503, text: 'Service Unavailable', type: 'text/plain' }
  return undefined
}

/** Remembers what the API was asked, without password and credential. */
function note(requests: SeenRequest[], call: Call, status: number, at: Date): void {
  const { method, path } = call
  if (!/^\/(mpesa|oauth|pulltransactions)\//.test(path)) return
  const body: unknown = JSON.parse(
    JSON.stringify(call.body ?? null, (key, value: unknown) =>
      key === 'Password' || key === 'SecurityCredential' ? '…' : value,
    ),
  )
  requests.push({ at: at.toISOString(), method, path, status, body })
  if (requests.length > keptRequests) requests.splice(0, requests.length - keptRequests)
}
