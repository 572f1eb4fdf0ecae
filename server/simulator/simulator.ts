// The simulator as one object. Nothing here reads the environment: main.ts does, and tests pass what they need.
import { addApiRoutes } from './api-routes.ts'
import type { Book } from './book.ts'
import { Control } from './control.ts'
import { addControlRoutes } from './control-routes.ts'
import { Door } from './door.ts'
import { addHandsetRoutes } from './handset-routes.ts'
import { createMpesa, takeSnapshot } from './mpesa.ts'
import { RequestLog } from './request-log.ts'
import { Router } from './router.ts'
import { demoMerchant, type Merchant, type Settings, SettingsStore } from './settings.ts'
import { readState, StateWriter } from './state-file.ts'

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

const millionShillings = 100_000_000n

/**
 * A Daraja of one's own. Nothing moves before `listen`.
 * @throws Error when the state file can't be read, ZodError for a setting that does not exist
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { stateFile, host = '127.0.0.1', onError = (error: unknown) => console.error(error) } = options
  const { openingUtilityCents = millionShillings } = options
  const { shortcode = demoMerchant.shortcode } = options.merchant ?? {}
  const store = new SettingsStore(options.settings ?? {})
  let writer: StateWriter | undefined
  const mpesa = createMpesa({
    // Another shortcode is a Paybill as well, unless its till is named.
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
  const door = new Door(router.createServer(), host)
  const control = new Control({ ...mpesa, requests, openingUtilityCents, store, door })
  addApiRoutes(router, mpesa)
  addControlRoutes(router, { ...mpesa, control })
  addHandsetRoutes(router, mpesa)

  return {
    book: mpesa.book,
    control,
    listen: async (port) => {
      const url = await door.open(port)
      mpesa.prompts.resume()
      mpesa.b2c.resume()
      return url
    },
    close: async () => {
      mpesa.schedule.clear()
      mpesa.deliveries.close()
      await door.close()
      writer?.close()
    },
  }
}
