import { z } from 'zod'
import { demoKey, demoSender, OWASP_HASH_KIB } from './production/known-values.ts'
import { sentinelAddresses } from './redis-sentinels.ts'

export const processNames = ['web', 'worker', 'realtime', 'migrate'] as const
export type ProcessName = (typeof processNames)[number]

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const csv = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** Paths are put behind addresses: with two slashes between them they would be other paths. */
const withoutSlash = (address: string) => address.replace(/\/+$/, '')
const address = z.url().transform(withoutSlash)

/** A key of the product's own, in every environment. */
const key = z
  .string()
  .min(32, 'has fewer than 32 characters: openssl rand -hex 32 prints one')
  .default(demoKey)

/** Every variable that the product reads, with its default. `.env.example` says what each is for. */
export const variables = z.object({
  /** Set by Next while it builds: pages may then be rendered without a database. */
  NEXT_PHASE: z.string().default(''),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** `local` is one machine with demo data and the simulator; `production` refuses all of that (lib/core/production). */
  NGOMA_ENV: z.enum(['local', 'test', 'production']).default('local'),
  /** Which process this is: in production it then needs no more than it reads. Left out: whatever any of them reads. */
  NGOMA_PROCESS: z.enum(processNames).optional(),
  /** The address of the product for browsers. */
  PUBLIC_URL: address.default('http://127.0.0.1:3000'),
  DATABASE_URL: z.string().default('postgresql://ngoma:ngoma@127.0.0.1:5433/ngoma'),
  /** The role that the app's connections take, which may not change or delete journal and entry rows. */
  DATABASE_ROLE: z.string().default('ngoma_app'),
  /** The most connections of a process. A worker needs more than one: `refuseSmallPoolOfWorker`. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** How long a statement may take before its connection is taken for dead. What goes through all there is has twenty times as long (lib/core/patience.ts). */
  DATABASE_PATIENCE_SECONDS: z.coerce.number().int().min(1).max(3_600).default(30),
  REDIS_URL: z.string().default('redis://127.0.0.1:6380'),
  /** Who knows which Redis is the primary now. REDIS_URL's host is then the name of the group that they watch. */
  REDIS_SENTINELS: sentinelAddresses.default([]),
  /** The sentinels' own password; that of Redis is in REDIS_URL. */
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  /** Every key and queue starts with this, so that several installations share one Redis. Hash-tagged for clusters. */
  REDIS_PREFIX: z.string().default('{ngoma}'),
  S3_ENDPOINT: z.string().default('http://127.0.0.1:3003'),
  /** The address of the same store for browsers; signed links have this host. */
  S3_PUBLIC_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default('S3RVER'),
  S3_SECRET_ACCESS_KEY: z.string().default('S3RVER'),
  S3_MEDIA_BUCKET: z.string().default('ngoma-media'),
  S3_PRIVATE_BUCKET: z.string().default('ngoma-private'),
  /** How long the store may take until it begins to answer a call, in milliseconds. */
  S3_TIMEOUT_MS: z.coerce.number().int().min(100).default(60_000),
  /** smtp:// (STARTTLS where the server offers it) or smtps://, with user and password where it asks for them. */
  SMTP_URL: z.string().default('smtp://127.0.0.1:3005'),
  /** The sender of mails: an address that the SMTP server may send for, with a name before it. */
  MAIL_FROM: z.string().default(demoSender),
  WEB_PORT: port.default(3000),
  /** Where web listens: this machine alone, or 0.0.0.0 behind a proxy on another one. */
  WEB_HOST: z.string().default('127.0.0.1'),
  /** Gifts that a process of web has under way at once; more are refused and told of Paybill (docs/decisions/0002). */
  WEB_GIFTS_AT_ONCE: z.coerce.number().int().min(1).default(1_000),
  REALTIME_PORT: port.default(3001),
  /** Where realtime listens: this machine alone, or 0.0.0.0 behind a proxy on another one. */
  REALTIME_HOST: z.string().default('127.0.0.1'),
  /** Origins other than PUBLIC_URL's whose pages may open sockets. */
  REALTIME_ORIGINS: csv.transform((origins) => origins.map(withoutSlash)).default([]),
  /** The most sockets that one address, or one IPv6 network, may have open at a process of realtime. */
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(20),
  /** The worker's health, metrics and queues, for operators. */
  WORKER_PORT: port.default(3006),
  WORKER_HOST: z.string().default('127.0.0.1'),
  /** How long the job of a killed worker waits for another one, at most a third more. A worker that hangs for so long runs it twice. */
  WORKER_LOCK_SECONDS: z.coerce.number().int().min(2).max(300).default(15),
  SIMULATOR_PORT: port.default(3002),
  /** Where the simulator listens: only a container, which nobody outside reaches, has a reason to change it. */
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  /** Further shortcodes that the simulator takes as ours, for products whose prompts have one of their own. */
  SIMULATOR_ALSO_SHORTCODES: csv.default([]),
  /** Where the simulator keeps its book between two starts; in memory only where this is empty. */
  SIMULATOR_STATE_FILE: z.string().optional(),
  S3_PORT: port.default(3003),
  MAIL_PAGE_PORT: port.default(3004),
  REALTIME_URL: address.default('http://127.0.0.1:3001'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  AUTH_SECRET: key,
  /** How much memory it takes to hash a password, in KiB: OWASP's first choice of argon2id. Tests take less, which production refuses. */
  ARGON2_KIB: z.coerce.number().int().min(8).default(OWASP_HASH_KIB),
  REQUIRE_EMAIL_VERIFICATION: flag.default(true),
  /** Whether staff have to set up an authenticator app. In production the default is yes. */
  STAFF_SECOND_FACTOR: flag.optional(),
  /** Seals identities and the secrets of authenticator apps at rest (lib/core/sealing.ts). */
  KYC_KEY: key,
  /** Keys that KYC_KEY replaced: they still decrypt what they sealed. */
  KYC_FORMER_KEYS: csv.default([]),
  /** Keys of the audit's chain, 64 hex digits each, which `npm run audit:check` takes instead of KYC_KEY. */
  AUDIT_KEY: csv.pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i))).optional(),
  /** Encrypts backups (lib/core/sealed-stream.ts). */
  BACKUP_KEY: key,
  /** Keys that BACKUP_KEY replaced: they still decrypt what they encrypted. */
  BACKUP_FORMER_KEYS: csv.default([]),
  /** A login that owns the tables and may create databases, not through a pooler. Backups are made and checked with it. */
  BACKUP_DATABASE_URL: z.string().optional(),
  METRICS_TOKEN: z.string().default(''),
  /** Proxies in front of web whose X-Forwarded-For is believed: how many hops, 0 for none. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  MPESA_BASE_URL: address.default('http://127.0.0.1:3002'),
  /** True while MPESA_BASE_URL is the simulator: shows its links and opens /test-vote/. */
  MPESA_SIMULATOR: flag.default(true),
  MPESA_CONSUMER_KEY: z.string().default('simulator-key'),
  MPESA_CONSUMER_SECRET: z.string().default('simulator-secret'),
  MPESA_SHORTCODE: z.string().default('600999'),
  MPESA_PASSKEY: z.string().default('simulator-passkey'),
  MPESA_TRANSACTION_TYPE: z
    .enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'])
    .default('CustomerPayBillOnline'),
  /** The head office or till that the money goes to, where it differs from the shortcode. */
  MPESA_PARTY_B: z.string().optional(),
  /** The address of the product for Safaricom; PUBLIC_URL where empty. */
  MPESA_CALLBACK_BASE_URL: z.string().transform(withoutSlash).optional(),
  /** Signs the secret part of callback paths. */
  MPESA_CALLBACK_SECRET: key,
  /** Secrets that MPESA_CALLBACK_SECRET replaced: what they signed for Paybill is still read (docs/decisions/0004). */
  MPESA_CALLBACK_FORMER_SECRETS: csv.default([]),
  /** The phone in the organization's details at M-Pesa, 2547XXXXXXXX, with which the worker has the statement kept. */
  MPESA_NOMINATED_NUMBER: z
    .string()
    .regex(/^254[17]\d{8}$/, 'is not of the form 2547XXXXXXXX')
    .optional(),
  /** Addresses (exact or CIDR) whose callbacks are trusted without a query. */
  MPESA_CALLBACK_SOURCES: csv.default(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
  /** The secret part of the path that the USSD gateway calls; voting by USSD is off without one. */
  USSD_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{32,128}$/, 'is not 32 to 128 letters and digits: openssl rand -hex 32 prints one')
    .optional(),
  /** What people dial to vote, such as *384*12345#; shown wherever it is set. */
  USSD_CODE: z
    .string()
    .regex(/^\*\d+(\*\d+)*#$/, 'is not of the form *384*12345#')
    .optional(),
  /** Addresses (exact or CIDR) that the gateway may call from; any that knows the token where this is empty. */
  USSD_SOURCES: csv.default([]),
  /** Web push is off without these three: the public key (web and worker), its private one (worker), and who answers for them. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(
      /^B[A-Za-z0-9_-]{86}$/,
      'is no public key of VAPID: npx web-push generate-vapid-keys prints a pair',
    )
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(
      /^[A-Za-z0-9_-]{43}$/,
      'is no private key of VAPID: npx web-push generate-vapid-keys prints a pair',
    )
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(mailto:\S+@\S+|https:\/\/\S+)$/,
      'is neither mailto:somebody@example.org nor an https:// address',
    )
    .optional(),
  /** The push services that browsers may name, by host; `*.` stands for any host below. */
  PUSH_SERVICES: csv.default([
    'fcm.googleapis.com',
    'jmt17.google.com',
    '*.push.services.mozilla.com',
    '*.push.apple.com',
    '*.notify.windows.com',
  ]),
  /** The login that orders payouts. Its password is sent encrypted for the certificate below. */
  MPESA_INITIATOR_NAME: z.string().default('ngoma-api'),
  MPESA_INITIATOR_PASSWORD: z.string().default('simulator-initiator'),
  /** Safaricom's certificate for initiators (PEM; `\\n` may stand for its line ends). Empty: the simulator's own is asked for. */
  MPESA_CERTIFICATE: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .default(''),
  /** With certificate, tokens and retry a call takes up to seven times as long (lib/domain/mpesa/client.ts), less than a worker has to end. */
  MPESA_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(
      16_000,
      'is more than 16000: with tokens and retry a call takes up to seven times as long, and a worker has two minutes to end',
    )
    .default(15_000),
  /** STK queries a minute: the sandbox allows about 5. */
  MPESA_QUERIES_PER_MINUTE: z.coerce.number().int().min(1).default(5),
  /** Prompts a second that M-Pesa may be asked for by all workers together, 0 for no limit (docs/decisions/0006). */
  MPESA_PROMPTS_PER_SECOND: z.coerce.number().int().min(0).max(1_000).optional(),
  /** How many phones that have never paid one session or account may have prompted in an hour. */
  PROMPT_NEW_PHONES_PER_SESSION: z.coerce.number().int().min(1).default(5),
  /** The same for one network, plus one for each phone that has paid from there (docs/decisions/0006). */
  PROMPT_NEW_PHONES_PER_NETWORK: z.coerce.number().int().min(1).default(15),
  /** The same for all networks of one IPv6 /48, plus one for each order of a phone that has paid before. */
  PROMPT_NEW_PHONES_PER_SITE: z.coerce.number().int().min(1).default(150),
  /** The address that is asked for a video's title and picture without a key (oEmbed). */
  YOUTUBE_URL: address.default('https://www.youtube.com'),
  /** YouTube's Data API, which also knows the length; asked where there is a key. */
  YOUTUBE_API_URL: address.default('https://www.googleapis.com'),
  YOUTUBE_API_KEY: z.string().default(''),
  /** Where the pictures of videos are fetched from, whose addresses begin with https://i.ytimg.com. */
  YOUTUBE_PICTURES_URL: address.default('https://i.ytimg.com'),
  YOUTUBE_TIMEOUT_MS: z.coerce.number().int().min(100).default(4_000),
  SEED_YOUTUBE_IDS: csv.default([]),
  /** `off` takes the service worker, and all that it has kept, off every device that asks (docs/operations/options.md). */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  /** A file with the milliseconds by which the product's clock is ahead of this machine's: for the simulated month. */
  CLOCK_FILE: z.string().optional(),
})

export type Env = Readonly<
  Omit<z.infer<typeof variables>, 'STAFF_SECOND_FACTOR'> & { STAFF_SECOND_FACTOR: boolean }
>
