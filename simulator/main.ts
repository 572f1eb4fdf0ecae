// The simulator as a process; never in production.
import { z } from 'zod'
import { demoMerchant } from './settings.ts'
import { createSimulator } from './simulator.ts'

const environmentSchema = z.object({
  NGOMA_ENV: z.string().optional(),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(3002),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_STATE_FILE: z.string().optional(),
  SIMULATOR_ORGANIZATION: z.string().default(demoMerchant.organization),
  SIMULATOR_ALSO_SHORTCODES: z
    .string()
    .default('')
    .transform((codes) => codes.split(',').flatMap((code) => code.trim() || [])),
  USSD_CODE: z.string().optional(),
  SIMULATOR_USSD_URL: z.url().optional(),
  MPESA_CONSUMER_KEY: z.string().default(demoMerchant.consumerKey),
  MPESA_CONSUMER_SECRET: z.string().default(demoMerchant.consumerSecret),
  MPESA_SHORTCODE: z.string().default(demoMerchant.shortcode),
  MPESA_PARTY_B: z.string().optional(),
  MPESA_PASSKEY: z.string().default(demoMerchant.passkey),
  MPESA_INITIATOR_NAME: z.string().default(demoMerchant.initiatorName),
  MPESA_INITIATOR_PASSWORD: z.string().default(demoMerchant.initiatorPassword),
})

/** An empty variable counts as unset. */
function readEnvironment(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return stop(`The M-Pesa simulator did not start: the environment is not usable. ${problems.join('; ')}`)
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

const environment = readEnvironment(process.env)
if (environment.NGOMA_ENV === 'production')
  stop('The M-Pesa simulator does not start in production: it would invent money.')

const port = environment.SIMULATOR_PORT
const simulator = createSimulator({
  merchant: {
    consumerKey: environment.MPESA_CONSUMER_KEY,
    consumerSecret: environment.MPESA_CONSUMER_SECRET,
    shortcode: environment.MPESA_SHORTCODE,
    alsoShortcodes: environment.SIMULATOR_ALSO_SHORTCODES,
    partyB: environment.MPESA_PARTY_B ?? environment.MPESA_SHORTCODE,
    passkey: environment.MPESA_PASSKEY,
    organization: environment.SIMULATOR_ORGANIZATION,
    initiatorName: environment.MPESA_INITIATOR_NAME,
    initiatorPassword: environment.MPESA_INITIATOR_PASSWORD,
  },
  stateFile: environment.SIMULATOR_STATE_FILE,
  host: environment.SIMULATOR_HOST,
  ...(environment.USSD_CODE && environment.SIMULATOR_USSD_URL
    ? { ussd: { code: environment.USSD_CODE, url: environment.SIMULATOR_USSD_URL } }
    : {}),
})
const url = await simulator.listen(port).catch((error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    stop(`Port ${port} is taken: the M-Pesa simulator can't listen there.`)
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
