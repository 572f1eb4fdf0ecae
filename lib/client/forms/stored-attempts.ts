import type { AttemptStore, Unanswered } from './idempotent-attempt.ts'

const HOUR_MS = 60 * 60 * 1_000

/**
 * How long an equal request counts as a retry, in ms. The server remembers keys of withdrawals and transfers
 * for a day. A prompt ends long before an hour.
 */
const LIFE_MS = { withdrawal: 24 * HOUR_MS, transfer: 24 * HOUR_MS, topup: HOUR_MS, gift: HOUR_MS } as const

const onDevice = ['withdrawal', 'transfer', 'topup'] as const
export type DeviceAttempt = (typeof onDevice)[number]

const itemOf = (name: keyof typeof LIFE_MS) => `unanswered_${name}`

/** `owner` is '' for gifts, which need no account. */
type Stored = Unanswered & { owner: string }

/** Stores a request on the device, through reloads, for its owner only. */
export function storeForPerson(name: DeviceAttempt, owner: string): AttemptStore {
  return store(name, deviceStorage, owner, null)
}

/**
 * Stores a gift in the tab, even if the user cancelled it: the server may have accepted the gift.
 * @param begun a gift from before a reload
 */
export function storeInTab(begun: Unanswered | null): AttemptStore {
  return store('gift', tabStorage, '', begun)
}

export function forgetAttempts(): void {
  for (const name of onDevice) remove(deviceStorage, itemOf(name))
}

function store(
  name: keyof typeof LIFE_MS,
  storage: () => Storage,
  owner: string,
  begun: Unanswered | null,
): AttemptStore {
  const item = itemOf(name)
  // Holds the request in memory if the device cannot store it.
  let unstored: Stored | null = begun && { ...begun, owner }
  const forget = () => {
    unstored = null
    remove(storage, item)
  }
  return {
    read: () => {
      const stored = unstored ?? readItem(storage, item)
      if (stored?.owner !== owner) return null
      if (isYoung(stored, LIFE_MS[name])) return stored
      forget()
      return null
    },
    write: ({ content, key, startedAt }) => {
      const stored = { content, key, startedAt, owner }
      unstored = writeItem(storage, item, stored) ? null : stored
    },
    forget,
  }
}

/** False also if the clock was set back. */
function isYoung({ startedAt }: Stored, lifeMs: number): boolean {
  const age = Date.now() - startedAt
  return age >= 0 && age < lifeMs
}

function readItem(storage: () => Storage, item: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(storage().getItem(item) ?? 'null')
    return isStored(stored) ? stored : null
  } catch {
    // The value is no JSON, or storage is unavailable.
    return null
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { ...value }
  return (
    ['content', 'key', 'owner'].every((name) => typeof fields[name] === 'string') &&
    typeof fields.startedAt === 'number'
  )
}

function writeItem(storage: () => Storage, item: string, stored: Stored): boolean {
  try {
    storage().setItem(item, JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

function remove(storage: () => Storage, item: string): void {
  try {
    storage().removeItem(item)
  } catch {
    // Storage is unavailable.
  }
}

// Functions, because the names throw if the browser forbids storage.
const deviceStorage = () => localStorage
const tabStorage = () => sessionStorage
