// Reads no environment variables: main.ts does.
import { Acknowledgement, Results } from './calls/answers.ts'
import { B2c } from './calls/b2c.ts'
import { queryBalance } from './calls/balance.ts'
import { C2b } from './calls/c2b.ts'
import { Initiator } from './calls/initiator.ts'
import { Tokens } from './calls/oauth.ts'
import { requestReversal } from './calls/reversal.ts'
import { Statements } from './calls/statement.ts'
import { queryStatus } from './calls/status.ts'
import { Stk } from './calls/stk.ts'
import { UssdGateway, type UssdOptions } from './calls/ussd.ts'
import { addControlRoutes, Control } from './control.ts'
import { Book, emptyBook } from './mpesa/book.ts'
import { Deliveries } from './mpesa/deliveries.ts'
import { Handsets } from './mpesa/handsets.ts'
import { OutcomeChoice } from './mpesa/outcomes.ts'
import { Prompts } from './mpesa/prompts.ts'
import { Schedule } from './mpesa/schedule.ts'
import { addPageRoutes } from './pages/routes.ts'
import { type Handler, Listener, type Reply, RequestLog, Router } from './server.ts'
import { demoMerchant, type Merchant, type Settings, SettingsStore } from './settings.ts'
import { readState, type State, StateWriter } from './state-file.ts'

export type SimulatorOptions = {
  merchant?: Partial<Merchant>
  settings?: Partial<Settings>
  openingUtilityCents?: bigint
  /** If omitted, the state is only in memory. */
  stateFile?: string
  host?: string
  /** If omitted, no USSD code can be dialled. */
  ussd?: UssdOptions
  onError?: (error: unknown) => void
}

export type Simulator = {
  /** Opens the port; 0 takes a free one. Returns the address without a trailing slash. */
  listen(port: number): Promise<string>
  /** Ends open requests and writes the state file. */
  close(): Promise<void>
  readonly book: Book
  readonly control: Control
}

const millionShillings = 100_000_000n

/** @throws Error if the state file is unreadable, ZodError for an unknown setting */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { stateFile, host = '127.0.0.1', onError = (error: unknown) => console.error(error) } = options
  const { openingUtilityCents = millionShillings } = options
  const { shortcode = demoMerchant.shortcode } = options.merchant ?? {}
  const store = new SettingsStore(options.settings ?? {})
  let writer: StateWriter | undefined
  const mpesa = createMpesa({
    // The merchant has a Paybill, unless `partyB` names a till.
    merchant: { ...demoMerchant, partyB: shortcode, ...options.merchant, shortcode },
    settings: () => store.current,
    saved: stateFile === undefined ? undefined : readState(stateFile),
    openingUtilityCents,
    changed: () => writer?.touch(),
    onError,
  })
  if (stateFile !== undefined) writer = new StateWriter(stateFile, () => takeSnapshot(mpesa))

  const requests = new RequestLog()
  const router = new Router({
    seen: (call, status) => requests.add(call, status, mpesa.schedule.now()),
    onError,
  })
  const listener = new Listener(router.createServer(), host)
  const control = new Control({ ...mpesa, requests, openingUtilityCents, store, listener })
  addDarajaRoutes(router, mpesa)
  addControlRoutes(router, { ...mpesa, control })
  addPageRoutes(router, { ...mpesa, ussd: options.ussd ? new UssdGateway(options.ussd) : null })

  return {
    book: mpesa.book,
    control,
    listen: async (port) => {
      const url = await listener.open(port)
      mpesa.prompts.resume()
      mpesa.b2c.resume()
      return url
    },
    close: async () => {
      mpesa.schedule.clear()
      mpesa.deliveries.close()
      await listener.close()
      writer?.close()
    },
  }
}

type MpesaOptions = {
  merchant: Merchant
  settings: () => Settings
  saved: State | undefined
  openingUtilityCents: bigint
  changed: () => void
  onError: (error: unknown) => void
}

type Mpesa = ReturnType<typeof createMpesa>

function createMpesa({ merchant, settings, saved, openingUtilityCents, changed, onError }: MpesaOptions) {
  const schedule = new Schedule(onError)
  const now = () => schedule.now()
  const state = saved?.book ?? emptyBook(openingUtilityCents)
  const book = new Book({ state, now, limits: settings, changed })
  const handsets = new Handsets({ messages: saved?.messages ?? {}, now, changed })
  const deliveries = new Deliveries(schedule, settings)
  const tokens = new Tokens(merchant, settings, now)
  const initiator = new Initiator(merchant, settings, now)
  const choice = new OutcomeChoice(() => settings().defaultOutcome)
  const acknowledgement = new Acknowledgement({ tokens, schedule, settings })
  const shared = { merchant, settings, schedule, book, handsets, deliveries, initiator, choice, changed }
  const results = new Results({ ...shared, acknowledgement })
  const c2b = new C2b({ ...shared, urls: saved?.urls })
  const statements = new Statements({ ...shared, kept: saved?.statements ?? [] })
  const confirm = (line: Parameters<typeof c2b.confirm>[0]) => c2b.confirm(line)
  const prompts = new Prompts({ ...shared, prompts: saved?.prompts ?? [], confirm })
  const stk = new Stk({ ...shared, prompts, acknowledgement })
  const b2c = new B2c({ ...shared, results, payouts: saved?.payouts ?? [] })
  return { ...shared, tokens, results, c2b, statements, prompts, stk, b2c }
}

function takeSnapshot({ book, prompts, b2c, handsets, c2b, statements }: Mpesa): State {
  return {
    version: 1,
    book: book.state,
    prompts: prompts.state(),
    payouts: b2c.state(),
    messages: handsets.state(),
    ...(c2b.urls && { urls: c2b.urls }),
    statements: statements.kept(),
  }
}

/** Adds M-Pesa's calls. All but OAuth need a token; none answers during an outage. */
function addDarajaRoutes(router: Router, mpesa: Mpesa): void {
  const { settings, tokens, stk, b2c, c2b, statements, initiator } = mpesa
  const post = (path: string, handler: Handler) =>
    router.on('POST', path, (call) => {
      const outage = replyDuringOutage(settings())
      if (outage) return outage
      tokens.check(call)
      return handler(call)
    })
  router.on('GET', '/oauth/v1/generate', (call) => replyDuringOutage(settings()) ?? tokens.generate(call))
  post('/mpesa/stkpush/v1/processrequest', (call) => stk.push(call))
  post('/mpesa/stkpushquery/v1/query', (call) => stk.query(call))
  post('/mpesa/b2c/v1/paymentrequest', (call) => b2c.request(call, 'v1'))
  post('/mpesa/b2c/v3/paymentrequest', (call) => b2c.request(call, 'v3'))
  post('/mpesa/transactionstatus/v1/query', (call) => queryStatus(mpesa, call))
  post('/mpesa/accountbalance/v1/query', (call) => queryBalance(mpesa, call))
  post('/mpesa/reversal/v1/request', (call) => requestReversal(mpesa, call))
  for (const version of ['v1', 'v2']) {
    post(`/mpesa/c2b/${version}/registerurl`, (call) => c2b.register(call))
    post(`/mpesa/c2b/${version}/simulate`, (call) => c2b.simulate(call))
  }
  post('/pulltransactions/v1/register', (call) => statements.register(call))
  post('/pulltransactions/v1/query', (call) => statements.pull(call))
  // Files that Safaricom's portal offers.
  const pem = (text: string): Reply => ({ status: 200, text, type: 'application/x-pem-file' })
  router.on('GET', '/certificate', () => pem(initiator.keys.certificatePem))
  router.on('GET', '/certificate/public-key', () => pem(initiator.keys.publicKeyPem))
}

function replyDuringOutage({ outage }: Settings): Reply | undefined {
  if (outage === 'refuse') return 'cut'
  if (outage === 'unavailable') return { status: 503, text: 'Service Unavailable', type: 'text/plain' }
  return undefined
}
