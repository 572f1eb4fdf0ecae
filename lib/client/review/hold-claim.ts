import { ApiError, api } from '#lib/client/http/api.ts'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { CLAIM_SECONDS } from '#lib/contract/review/constants.ts'

/** Renews early, so that one lost request does not lose the claim. */
const RENEW_MS = (CLAIM_SECONDS * 1_000) / 3
/** Interval to notice a release by another officer. */
const POLL_MS = 10_000

export type ClaimState =
  | { kind: 'asking' }
  | { kind: 'held' }
  | { kind: 'taken'; holder: string; until: string | null }
  /** The case is decided or withdrawn. Polled, because a decision can be undone. */
  | { kind: 'over' }
  /** No usable answer came. Polled; the officer cannot decide. */
  | { kind: 'unknown' }

/** The last call for each case: a release must not overtake a claim. */
const inOrder = new Map<string, Promise<unknown>>()

export type HeldClaim = {
  release: () => void
  /** Polls now, and shows `asking`. */
  askNow: () => void
  /** Polls now; the known state stays until the answer. */
  checkNow: () => void
}

/** Claims a case while an officer views it. `release` or closing the page ends the claim. */
export function holdClaim(type: ClaimSubjectType, id: string, tell: (state: ClaimState) => void): HeldClaim {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let heldUntil = 0
  const ask = async () => {
    timer = undefined
    const askedAt = Date.now()
    const answer = await oneAfterAnother(`${type} ${id}`, () => askOnce(type, id, ended.signal))
    if (ended.signal.aborted) return
    if (answer.kind === 'held') heldUntil = askedAt + CLAIM_SECONDS * 1_000
    else if (answer.kind !== 'unknown') heldUntil = 0
    // After a lost renewal, the claim lasts until it expires.
    const isStillHeld = answer.kind === 'unknown' && Date.now() < heldUntil
    tell(isStillHeld ? { kind: 'held' } : answer)
    timer = setTimeout(ask, answer.kind === 'held' ? RENEW_MS : POLL_MS)
  }
  const checkNow = () => {
    // No timer: a call is running, or the claim was released.
    if (timer === undefined) return
    clearTimeout(timer)
    void ask()
  }
  const askNow = () => {
    if (timer !== undefined) tell({ kind: 'asking' })
    checkNow()
  }
  const release = () => {
    if (ended.signal.aborted) return
    ended.abort()
    clearTimeout(timer)
    timer = undefined
    window.removeEventListener('pagehide', release)
    void oneAfterAnother(`${type} ${id}`, () => deleteClaim(type, id))
  }
  window.addEventListener('pagehide', release)
  void ask()
  return { release, askNow, checkNow }
}

/** Releases a claim, even while the page closes. If this fails, the claim expires. */
function deleteClaim(type: ClaimSubjectType, id: string): Promise<unknown> {
  const path = { subject_type: type, subject_id: id }
  return api('DELETE /users/compliance/claims/{subject_type}/{subject_id}/', { path, keepalive: true }).catch(
    () => undefined,
  )
}

async function askOnce(type: ClaimSubjectType, id: string, signal: AbortSignal): Promise<ClaimState> {
  try {
    await api('POST /users/compliance/claims/', { body: { subject_type: type, subject_id: id }, signal })
    return { kind: 'held' }
  } catch (error) {
    return (error instanceof ApiError && refusedBy(error)) || { kind: 'unknown' }
  }
}

function refusedBy(error: ApiError): ClaimState | null {
  if (error.code === 'not_waiting' || error.code === 'not_found') return { kind: 'over' }
  return error.code === 'claimed' ? takenIn(error.data) : null
}

function takenIn(data: unknown): ClaimState | null {
  const refusal: { claim?: Partial<Claim> } = typeof data === 'object' && data !== null ? { ...data } : {}
  const { holder, expires_at } = refusal.claim ?? {}
  return holder
    ? { kind: 'taken', holder: holder.display_name || holder.username, until: expires_at ?? null }
    : null
}

function oneAfterAnother<Answer>(key: string, act: () => Promise<Answer>): Promise<Answer> {
  const turn = (inOrder.get(key) ?? Promise.resolve()).then(act)
  inOrder.set(key, turn)
  const forget = () => {
    if (inOrder.get(key) === turn) inOrder.delete(key)
  }
  turn.then(forget, forget)
  return turn
}
