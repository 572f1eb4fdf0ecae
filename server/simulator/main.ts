// The simulator as a process. It plays M-Pesa for development, demos and tests, and never in production.
import { createSimulator } from './simulator.ts'

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

const { env } = await import('#lib/core/env.ts').catch((error: unknown) =>
  stop(`The M-Pesa simulator did not start: ${error instanceof Error ? error.message : String(error)}`),
)
if (env.NGOMA_ENV === 'production')
  stop('The M-Pesa simulator does not start in production: it would invent money.')

const simulator = createSimulator({
  merchant: {
    consumerKey: env.MPESA_CONSUMER_KEY,
    consumerSecret: env.MPESA_CONSUMER_SECRET,
    shortcode: env.MPESA_SHORTCODE,
    alsoShortcodes: env.SIMULATOR_ALSO_SHORTCODES,
    partyB: env.MPESA_PARTY_B ?? env.MPESA_SHORTCODE,
    passkey: env.MPESA_PASSKEY,
    initiatorName: env.MPESA_INITIATOR_NAME,
    initiatorPassword: env.MPESA_INITIATOR_PASSWORD,
  },
  stateFile: env.SIMULATOR_STATE_FILE,
  host: env.SIMULATOR_HOST,
})
const url = await simulator.listen(env.SIMULATOR_PORT).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    stop(`Port ${env.SIMULATOR_PORT} is taken: the M-Pesa simulator can't listen there.`)
  }
  return stop(`The M-Pesa simulator can't listen: ${error instanceof Error ? error.message : String(error)}`)
})
console.log(`M-Pesa simulator: ${url}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await simulator.close()
    process.exit(0)
  })
}
