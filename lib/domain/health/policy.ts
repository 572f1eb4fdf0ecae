import type { CheckName, CheckStatus, HealthCheck, HealthMetrics } from '#lib/contract/health/calls.ts'

/** Without these nothing works. */
const vital: readonly CheckName[] = ['postgres', 'redis', 'worker']

/** Returns one status for all checks. */
export function judgeHealth(checks: readonly HealthCheck[]): HealthMetrics['status'] {
  if (checks.some(({ name, status }) => status === 'failed' && vital.includes(name))) return 'down'
  return checks.every(({ status }) => status === 'ok') ? 'healthy' : 'degraded'
}

/** The result of a scheduled check, and when it ran. */
export type StoredCheck = { checkedAt: Date; isGood: boolean; tookMs: number; findings: readonly string[] }

/**
 * Judges the stored result of a scheduled check.
 * @param patience seconds after which a result is too old
 */
export function judgeStoredCheck(
  check: StoredCheck | undefined,
  at: Date,
  patience: number,
): { status: CheckStatus; detail: string } {
  if (!check) return { status: 'warning', detail: 'Not looked at yet.' }
  if (!check.isGood) return { status: 'failed', detail: check.findings.join(' ') }
  const seconds = (at.getTime() - check.checkedAt.getTime()) / 1000
  if (seconds > patience) return { status: 'warning', detail: `Not looked at for ${spanOf(seconds)}.` }
  return { status: 'ok', detail: `Looked at ${spanOf(seconds)} ago.` }
}

/** Said of a product that is new, until its first night is over. */
export const NEVER_PROVEN = 'No backup has been proven yet.'

/** Judges the newest verified backup. They are made nightly, so after a day and a half one is missing. */
export function judgeBackup(
  provenAt: Date | null,
  isDamaged: boolean,
  at: Date,
): { status: CheckStatus; detail: string } {
  if (isDamaged) return { status: 'failed', detail: 'The newest backup is damaged or failed.' }
  if (!provenAt) return { status: 'warning', detail: NEVER_PROVEN }
  const seconds = (at.getTime() - provenAt.getTime()) / 1000
  return {
    status: seconds > 36 * 3_600 ? 'warning' : 'ok',
    detail: `Last proven ${spanOf(seconds)} ago.`,
  }
}

/** `40 s`, `12 min`, `5 h`, `3 d` */
export function spanOf(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  return seconds < 36 * 3_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
