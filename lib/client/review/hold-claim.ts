import { ApiError, api } from '#lib/client/http/api.ts'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { CLAIM_SECONDS } from '#lib/contract/review/constants.ts'

/** A claim is renewed well before it runs out, so that one lost request does not lose it. */
const RENEW_MS = (CLAIM_SECONDS * 1_000) / 3
/** How soon an officer sees that another one has released a claim. */
const ASK_AGAIN_MS = 10_000

export type ClaimState =
  | { kind: 'asking' }
  | { kind: 'held' }
  /** Another officer has claimed it. */
  | { kind: 'taken'; holder: string; until: string | null }
  /** It waits for no decision: it was decided, or taken back. It is asked about again, because a decision may be undone. */
  | { kind: 'over' }
  /** No answer came, or one that gives no claim. It is asked again, and nothing is decided until then. */
  | { kind: 'unknown' }

/** Calls about one subject are sent one after the other, so that a release does not overtake the claim before it. */
const inOrder = new Map<string, Promise<unknown>>()

export type HeldClaim = {
  letGo: () => void
  /** Asks now what would be asked again in a while. */
  askNow: () => void
  /** Asks now as well, and what is known stays until the answer is there. */
  checkNow: () => void
}

/**
 * Claims a subject for as long as an officer looks at it, and releases it when told to or when the page closes.
 * @param tell is called with the state of the claim at each change
 */
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
    // A renewal that was lost leaves the claim as it is, until it runs out.
    const isStillHeld = answer.kind === 'unknown' && Date.now() < heldUntil
    tell(isStillHeld ? { kind: 'held' } : answer)
    timer = setTimeout(ask, answer.kind === 'held' ? RENEW_MS : ASK_AGAIN_MS)
  }
  const checkNow = () => {
    // Without a timer it is being asked, or was let go of.
    if (timer === undefined) return
    clearTimeout(timer)
    void ask()
  }
  const askNow = () => {
    if (timer !== undefined) tell({ kind: 'asking' })
    checkNow()
  }
  const letGo = () => {
    if (ended.signal.aborted) return
    ended.abort()
    clearTimeout(timer)
    timer = undefined
    window.removeEventListener('pagehide', letGo)
    void oneAfterAnother(`${type} ${id}`, () => release(type, id))
  }
  window.addEventListener('pagehide', letGo)
  void ask()
  return { letGo, askNow, checkNow }
}

/** Releases a claim, also while the page is being closed. A claim that is not released expires by itself. */
function release(type: ClaimSubjectType, id: string): Promise<unknown> {
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

/** What a refusal says of the subject; null where it says nothing. */
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
