import type { Fault, Given } from './fault.ts'
import { isPublished } from './known-values.ts'

type Secret = {
  readonly name: string
  readonly value: string
  readonly least: number
  readonly because: string
  /** A replaced key that still decrypts; several variables may share it. */
  readonly isFormer?: boolean
}

const ownKey = { least: 32, because: '32 random hexadecimal digits are 128 bits, and nobody has to type it' }
/** A reader of a signed link can guess secrets without asking the store. */
const storeKey = {
  least: 24,
  because: 'each signed link lets its reader guess at it, without asking the store',
}
const serverPassword = { least: 16, because: 'whoever reaches the server may guess as often as it answers' }
const safaricomKey = { least: 16, because: 'Safaricom gives longer ones, so a part of it is missing' }
const safaricomPasskey = { least: 32, because: 'Safaricom gives 64, so a part of it is missing' }
const foreignPassword = { least: 8, because: 'no provider takes fewer' }

/** Finds secrets that are published, too short, easy to guess, or used twice. */
export function faultsOfSecrets(given: Given): Fault[] {
  const secrets = listSecrets(given)
  return [...secrets.flatMap(faultsOf), ...faultsOfEquals(secrets)]
}

function listSecrets({ env, isGiven }: Given): Secret[] {
  const single = (name: Parameters<typeof isGiven>[0], size: { least: number; because: string }) => {
    const value = env[name]
    return isGiven(name) && typeof value === 'string' ? [{ name, value, ...size }] : []
  }
  const former = (name: 'KYC_FORMER_KEYS' | 'BACKUP_FORMER_KEYS' | 'MPESA_CALLBACK_FORMER_SECRETS') =>
    (env[name] ?? []).map((value) => ({ name, value, ...ownKey, isFormer: true }))
  return [
    ...single('AUTH_SECRET', ownKey),
    ...single('KYC_KEY', ownKey),
    ...former('KYC_FORMER_KEYS'),
    ...single('BACKUP_KEY', ownKey),
    ...former('BACKUP_FORMER_KEYS'),
    ...single('MPESA_CALLBACK_SECRET', ownKey),
    ...former('MPESA_CALLBACK_FORMER_SECRETS'),
    ...single('METRICS_TOKEN', ownKey),
    ...single('USSD_TOKEN', ownKey),
    ...single('VAPID_PRIVATE_KEY', ownKey),
    // A key id is not secret, but must not be the demo's or equal the secret.
    ...single('S3_ACCESS_KEY_ID', { least: 1, because: '' }),
    ...single('S3_SECRET_ACCESS_KEY', storeKey),
    ...passwordsOfDatabase({ env, isGiven }),
    ...passwordIn('REDIS_URL', env.REDIS_URL, serverPassword),
    ...single('REDIS_SENTINEL_PASSWORD', serverPassword),
    ...passwordIn('SMTP_URL', env.SMTP_URL, foreignPassword),
    ...single('MPESA_CONSUMER_KEY', safaricomKey),
    ...single('MPESA_CONSUMER_SECRET', safaricomKey),
    ...single('MPESA_PASSKEY', safaricomPasskey),
    ...single('MPESA_INITIATOR_PASSWORD', foreignPassword),
  ]
}

/** Both addresses may use one login, which has one password. */
function passwordsOfDatabase({ env, isGiven }: Given): Secret[] {
  const own = isGiven('DATABASE_URL') ? passwordIn('DATABASE_URL', env.DATABASE_URL, serverPassword) : []
  const isSameLogin =
    userIn(env.BACKUP_DATABASE_URL) === userIn(env.DATABASE_URL) &&
    passwordOf(env.BACKUP_DATABASE_URL) === passwordOf(env.DATABASE_URL)
  return isSameLogin
    ? own
    : [...own, ...passwordIn('BACKUP_DATABASE_URL', env.BACKUP_DATABASE_URL, serverPassword)]
}

function passwordIn(
  name: string,
  url: string | undefined,
  size: { least: number; because: string },
): Secret[] {
  const value = passwordOf(url)
  return value === '' ? [] : [{ name, value, ...size }]
}

function passwordOf(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return ''
  const { password, searchParams } = new URL(url)
  return decoded(password) || (searchParams.get('password') ?? '')
}

function userIn(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).username : ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function faultsOf({ name, value, least, because }: Secret): Fault[] {
  const what = name.endsWith('_URL') ? 'its password' : isOfFormer(name) ? 'one of its keys' : 'it'
  if (isPublished(value))
    return [{ name, problem: `${what} can be read in public sources: ${remedyFor(name)}.` }]
  if (value.length < least)
    return [{ name, problem: `${what} has fewer than ${least} characters: ${because}; ${remedyFor(name)}.` }]
  if (isEasyToGuess(value, least))
    return [{ name, problem: `${what} follows a pattern, so that it can be guessed: ${remedyFor(name)}.` }]
  return []
}

const isOfFormer = (name: string) => /_FORMER_(KEYS|SECRETS)$/.test(name)

function remedyFor(name: string): string {
  if (isOfFormer(name)) return 'name whole keys only, which were kept secret'
  if (name === 'SMTP_URL') return 'put in the one that the mail server gives'
  if (name === 'MPESA_INITIATOR_PASSWORD') return 'set another one in M-Pesa’s portal'
  if (name.startsWith('MPESA_') && name !== 'MPESA_CALLBACK_SECRET') return 'put in what Safaricom gives'
  if (name === 'S3_ACCESS_KEY_ID') return 'make a key of your own in the store'
  if (name === 'S3_SECRET_ACCESS_KEY') return 'make one of your own in the store'
  if (name.endsWith('_URL') || name === 'REDIS_SENTINEL_PASSWORD')
    return 'set a random one in the server; openssl rand -hex 24 prints one'
  return 'openssl rand -hex 32 prints one'
}

/**
 * Whether a secret has few different characters, a repeated piece, or a count up or down. Fewer than
 * one in ten thousand random hexadecimal secrets matches.
 * @param least the required length, of which a quarter must differ
 */
export function isEasyToGuess(secret: string, least: number): boolean {
  const differing = new Set(secret).size
  if (differing < least / 4) return true
  if (least < 16) return false
  const steps = new Set(Array.from(secret.slice(1), (one, at) => one.charCodeAt(0) - secret.charCodeAt(at)))
  return steps.size < least / 4 || repeatsItself(secret)
}

function repeatsItself(text: string): boolean {
  const longest = Math.floor(text.length / 2)
  for (let length = 1; length <= longest; length++) if (text.startsWith(text.slice(length))) return true
  return false
}

/** Finds equal secrets: a leak of one variable would reveal the other. */
function faultsOfEquals(secrets: readonly Secret[]): Fault[] {
  const groups = Map.groupBy(
    secrets.filter(({ value }) => !isPublished(value)),
    ({ value }) => value,
  )
  return [...groups.values()].flatMap((group) => {
    const names = [...new Set(group.map(({ name }) => name))]
    // Equal former keys are allowed: earlier installations used one key for several purposes, and its data
    // must stay readable.
    if (group.every(({ isFormer }) => isFormer) || (names.length < 2 && group.length < 2)) return []
    return [
      {
        name: names.join(', '),
        problem: `the same secret stands ${names.length < 2 ? 'twice in it' : 'in all of these'}: give each its own, so that who learns one has one.`,
      },
    ]
  })
}
