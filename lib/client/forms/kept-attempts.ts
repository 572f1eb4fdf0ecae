import type { AttemptKeeper, Unanswered } from './idempotent-attempt.ts'

const HOUR_MS = 60 * 60 * 1_000

/**
 * For how long it is the same that is asked for again, in milliseconds. The server knows a withdrawal and a transfer by its key for a
 * day at least. A prompt is over long before the hour, so who asks after it wants another one.
 */
const LIFE_MS = { withdrawal: 24 * HOUR_MS, transfer: 24 * HOUR_MS, topup: HOUR_MS, gift: HOUR_MS } as const

const onDevice = ['withdrawal', 'transfer', 'topup'] as const
export type DeviceAttempt = (typeof onDevice)[number]

const itemOf = (name: keyof typeof LIFE_MS) => `unanswered_${name}`

/** Of gifts nobody is the owner: they are given without an account. */
type Kept = Unanswered & { owner: string }

/**
 * Keeps what somebody asked for and got no answer to on their device, through a closed dialog, a reload and a closed app, for nobody
 * else who signs in there.
 * @param owner the id of who is signed in
 */
export function keptForPerson(name: DeviceAttempt, owner: string): AttemptKeeper {
  return keeper(name, deviceStorage, owner, null)
}

/**
 * Keeps a gift that has no answer in its tab, also after it was cancelled: its request may have been taken.
 * @param begun one that waited before a reload
 */
export function keptInTab(begun: Unanswered | null): AttemptKeeper {
  return keeper('gift', tabStorage, '', begun)
}

/** Who signs out on purpose leaves nothing of that behind. */
export function forgetAttempts(): void {
  for (const name of onDevice) remove(deviceStorage, itemOf(name))
}

function keeper(
  name: keyof typeof LIFE_MS,
  storage: () => Storage,
  owner: string,
  begun: Unanswered | null,
): AttemptKeeper {
  const item = itemOf(name)
  // Where nothing can be stored it is known while the page is open.
  let unstored: Kept | null = begun && { ...begun, owner }
  const forget = () => {
    unstored = null
    remove(storage, item)
  }
  return {
    read: () => {
      const kept = unstored ?? readItem(storage, item)
      if (kept?.owner !== owner) return null
      if (isYoung(kept, LIFE_MS[name])) return kept
      forget()
      return null
    },
    keep: ({ content, key, startedAt }) => {
      const kept = { content, key, startedAt, owner }
      unstored = store(storage, item, kept) ? null : kept
    },
    forget,
  }
}

/** A clock that was set back ends it, too. */
function isYoung({ startedAt }: Kept, lifeMs: number): boolean {
  const age = Date.now() - startedAt
  return age >= 0 && age < lifeMs
}

function readItem(storage: () => Storage, item: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(storage().getItem(item) ?? 'null')
    return isKept(stored) ? stored : null
  } catch {
    // No JSON, or no storage.
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    ['content', 'key', 'owner'].every((name) => typeof fields[name] === 'string') &&
    typeof fields.startedAt === 'number'
  )
}

function store(storage: () => Storage, item: string, kept: Kept): boolean {
  try {
    storage().setItem(item, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

function remove(storage: () => Storage, item: string): void {
  try {
    storage().removeItem(item)
  } catch {
    // What could not be stored need not be removed.
  }
}

// A browser that forbids its storage throws where it is named.
const deviceStorage = () => localStorage
const tabStorage = () => sessionStorage
