export type ResendKind = 'verification' | 'reset'

const RESEND_AFTER_SECONDS = 60

const KEY = 'mail_waits'

/** Returns the seconds until the user can request the mail again. The wait survives a reload. */
export function resendWait(kind: ResendKind, email: string, at: number): number {
  const until = readWaits()[nameOf(kind, email)] ?? 0
  return Math.max(0, Math.ceil((until - at) / 1000))
}

export function startResendWait(
  kind: ResendKind,
  email: string,
  at: number,
  seconds: number = RESEND_AFTER_SECONDS,
): void {
  const running = Object.entries(readWaits()).filter(([, until]) => until > at)
  const waits = { ...Object.fromEntries(running), [nameOf(kind, email)]: at + seconds * 1000 }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(waits))
  } catch {
    // Without storage, only the server enforces the wait.
  }
}

function nameOf(kind: ResendKind, email: string): string {
  return `${kind}:${email.trim().toLowerCase()}`
}

function readWaits(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((wait): wait is [string, number] => typeof wait[1] === 'number'),
    )
  } catch {
    return {}
  }
}
