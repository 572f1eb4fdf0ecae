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

const otlpProtocol = z.enum(['http/protobuf', 'http/json', 'grpc'])

/** Removes trailing slashes: a double slash would change the path of an address. */
const withoutSlash = (address: string) => address.replace(/\/+$/, '')
const address = z.url().transform(withoutSlash)

const key = z
  .string()
  .min(32, 'has fewer than 32 characters: openssl rand -hex 32 prints one')
  .default(demoKey)

/** `.env.example` describes each variable. */
export const variables = z.object({
  NEXT_PHASE: z.string().default(''),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  NGOMA_ENV: z.enum(['local', 'test', 'production']).default('local'),
  /**
   * The kind of process: in production it requires only the variables that it reads; if unset, all variables.
   */
  NGOMA_PROCESS: z.enum(processNames).optional(),
  PUBLIC_URL: address.default('http://127.0.0.1:3000'),
  DATABASE_URL: z.string().default('postgresql://ngoma:ngoma@127.0.0.1:5433/ngoma'),
  /** Connections take this role, which must not be able to change or delete journal and entry rows. */
  DATABASE_ROLE: z.string().default('ngoma_app'),
  /** Workers need more: `refuseSmallPoolOfWorker`. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** Work over all rows has twenty times as long. */
  DATABASE_STATEMENT_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(30),
  REDIS_URL: z.string().default('redis://127.0.0.1:6380'),
  /** With sentinels, the host of REDIS_URL is the name of their group. */
  REDIS_SENTINELS: sentinelAddresses.default([]),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  /** The braces are a hash tag: in a cluster all keys are on one node. */
  REDIS_PREFIX: z.string().default('{ngoma}'),
  S3_ENDPOINT: z.string().default('http://127.0.0.1:3003'),
  /** Signed links use this host. */
  S3_PUBLIC_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default('S3RVER'),
  S3_SECRET_ACCESS_KEY: z.string().default('S3RVER'),
  S3_MEDIA_BUCKET: z.string().default('ngoma-media'),
  S3_PRIVATE_BUCKET: z.string().default('ngoma-private'),
  S3_TIMEOUT_MS: z.coerce.number().int().min(100).default(60_000),
  /** STARTTLS is used if offered; smtps:// encrypts from the start. */
  SMTP_URL: z.string().default('smtp://127.0.0.1:3005'),
  MAIL_FROM: z.string().default(demoSender),
  WEB_PORT: port.default(3000),
  WEB_HOST: z.string().default('127.0.0.1'),
  /** Concurrent gifts per process (docs/decisions/0002). */
  WEB_GIFTS_AT_ONCE: z.coerce.number().int().min(1).default(1_000),
  REALTIME_PORT: port.default(3001),
  REALTIME_HOST: z.string().default('127.0.0.1'),
  REALTIME_ORIGINS: csv.transform((origins) => origins.map(withoutSlash)).default([]),
  /** Sockets per address (IPv6: per network) at one realtime process. */
  SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).default(20),
  WORKER_PORT: port.default(3006),
  WORKER_HOST: z.string().default('127.0.0.1'),
  /** If a worker hangs for longer, its job runs a second time. */
  WORKER_LOCK_SECONDS: z.coerce.number().int().min(2).max(300).default(15),
  SIMULATOR_PORT: port.default(3002),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_ALSO_SHORTCODES: csv.default([]),
  SIMULATOR_STATE_FILE: z.string().optional(),
  S3_PORT: port.default(3003),
  MAIL_PAGE_PORT: port.default(3004),
  REALTIME_URL: address.default('http://127.0.0.1:3001'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  AUTH_SECRET: key,
  /** Memory per password hash: OWASP's first choice of argon2id. Production refuses less. */
  ARGON2_KIB: z.coerce.number().int().min(8).default(OWASP_HASH_KIB),
  REQUIRE_EMAIL_VERIFICATION: flag.default(true),
  STAFF_SECOND_FACTOR: flag.optional(),
  KYC_KEY: key,
  /** Former keys, which still decrypt. */
  KYC_FORMER_KEYS: csv.default([]),
  /** For `npm run audit:check`, instead of KYC_KEY. */
  AUDIT_KEY: csv.pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i))).optional(),
  BACKUP_KEY: key,
  /** Former keys, which still decrypt. */
  BACKUP_FORMER_KEYS: csv.default([]),
  /** For backups: a login that owns the tables and may create databases, without a pooler. */
  BACKUP_DATABASE_URL: z.string().optional(),
  METRICS_TOKEN: z.string().default(''),
  /** Number of proxies before web whose X-Forwarded-For is trusted. */
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  MPESA_BASE_URL: address.default('http://127.0.0.1:3002'),
  /** Shows the simulator's links and opens /test-vote/. */
  MPESA_SIMULATOR: flag.default(true),
  MPESA_CONSUMER_KEY: z.string().default('simulator-key'),
  MPESA_CONSUMER_SECRET: z.string().default('simulator-secret'),
  MPESA_SHORTCODE: z.string().default('600999'),
  MPESA_PASSKEY: z.string().default('simulator-passkey'),
  MPESA_TRANSACTION_TYPE: z
    .enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'])
    .default('CustomerPayBillOnline'),
  /** The head office or till that receives the money, if not the shortcode. */
  MPESA_PARTY_B: z.string().optional(),
  MPESA_CALLBACK_BASE_URL: z.string().transform(withoutSlash).optional(),
  /** Signs the secret part of callback paths. */
  MPESA_CALLBACK_SECRET: key,
  /** Paybill paths signed with former secrets stay valid (docs/decisions/0004). */
  MPESA_CALLBACK_FORMER_SECRETS: csv.default([]),
  /** The organization's phone at M-Pesa, 2547XXXXXXXX, for the statement. */
  MPESA_NOMINATED_NUMBER: z
    .string()
    .regex(/^254[17]\d{8}$/, 'is not of the form 2547XXXXXXXX')
    .optional(),
  /** Sources (addresses or CIDR) whose callbacks are trusted without a status query. */
  MPESA_CALLBACK_SOURCES: csv.default(['127.0.0.1', '::1', '::ffff:127.0.0.1']),
  USSD_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{32,128}$/, 'is not 32 to 128 letters and digits: openssl rand -hex 32 prints one')
    .optional(),
  /** The code dialed to vote, such as *384*12345#. */
  USSD_CODE: z
    .string()
    .regex(/^\*\d+(\*\d+)*#$/, 'is not of the form *384*12345#')
    .optional(),
  USSD_SOURCES: csv.default([]),
  /** The worker needs all three, web only the public key and the contact. */
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
  PUSH_SERVICES: csv.default([
    'fcm.googleapis.com',
    'jmt17.google.com',
    '*.push.services.mozilla.com',
    '*.push.apple.com',
    '*.notify.windows.com',
  ]),
  /** M-Pesa's user that orders payouts. The password is sent encrypted for the certificate below. */
  MPESA_INITIATOR_NAME: z.string().default('ngoma-api'),
  MPESA_INITIATOR_PASSWORD: z.string().default('simulator-initiator'),
  /** Safaricom's PEM; `\\n` may stand for line ends. If empty, fetched from the simulator. */
  MPESA_CERTIFICATE: z
    .string()
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .default(''),
  /** A call with retries takes up to seven times as long (lib/domain/mpesa/client.ts). */
  MPESA_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(
      16_000,
      'is more than 16000: with tokens and retry a call takes up to seven times as long, and a worker has two minutes to end',
    )
    .default(15_000),
  /** Status queries per minute: the sandbox allows about 5. */
  MPESA_QUERIES_PER_MINUTE: z.coerce.number().int().min(1).default(5),
  /** Prompts per second; 0 for no limit (docs/decisions/0006). */
  MPESA_PROMPTS_PER_SECOND: z.coerce.number().int().min(0).max(1_000).optional(),
  /** New phones that one session or account may prompt in an hour. */
  PROMPT_NEW_PHONES_PER_SESSION: z.coerce.number().int().min(1).default(5),
  /** New phones per network, plus one per phone that has paid from there (docs/decisions/0006). */
  PROMPT_NEW_PHONES_PER_NETWORK: z.coerce.number().int().min(1).default(15),
  /** New phones per IPv6 /48, plus one per order of a phone that has paid before. */
  PROMPT_NEW_PHONES_PER_SITE: z.coerce.number().int().min(1).default(150),
  YOUTUBE_URL: address.default('https://www.youtube.com'),
  /** The Data API also returns the length; used only with a key. */
  YOUTUBE_API_URL: address.default('https://www.googleapis.com'),
  YOUTUBE_API_KEY: z.string().default(''),
  YOUTUBE_PICTURES_URL: address.default('https://i.ytimg.com'),
  YOUTUBE_TIMEOUT_MS: z.coerce.number().int().min(100).default(4_000),
  SEED_YOUTUBE_IDS: csv.default([]),
  /** `off` removes the service worker and its cache from every device (docs/operations/options.md). */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  /** The receiver of traces. The SDK reads these and the other OTEL_* variables itself (lib/core/tracing-sdk.ts). */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_SDK_DISABLED: z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
  /** A file with the ms by which the product's clock is ahead (simulated month). */
  CLOCK_FILE: z.string().optional(),
})

export type Env = Readonly<
  Omit<z.infer<typeof variables>, 'STAFF_SECOND_FACTOR'> & { STAFF_SECOND_FACTOR: boolean }
>
