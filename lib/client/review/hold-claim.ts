import { ApiError } from '#lib/client/http/api-client.ts'
import type { Claim, ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { releaseClaim, takeClaim } from './desk-api.ts'

/**
 * Said again well before it runs out, so that one lost request does not lose the claim: a third of what the server has
 * (CLAIM_SECONDS of lib/contract/review/claims.ts, whose zod stays there).
 */
const RENEW_MS = 100_000
/** How soon one hears that another officer has let go. */
const ASK_AGAIN_MS = 10_000

export type ClaimState =
  | { kind: 'asking' }
  | { kind: 'held' }
  /** Another officer looks at it. */
  | { kind: 'taken'; holder: string }
  /** No answer came; the server still lets nobody decide twice. */
  | { kind: 'unknown' }

/** What is asked about one thing is asked in order: a release must not overtake the claim before it. */
const inOrder = new Map<string, Promise<unknown>>()

/**
 * Claims something for as long as it is looked at, and lets go when told to or when the page closes.
 * @param tell hears where it stands, at each change
 * @returns lets go
 */
export function holdClaim(type: ClaimSubjectType, id: string, tell: (state: ClaimState) => void): () => void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    const state = await oneAfterAnother(`${type} ${id}`, () => askOnce(type, id, ended.signal))
    if (ended.signal.aborted) return
    tell(state)
    timer = setTimeout(ask, state.kind === 'held' ? RENEW_MS : ASK_AGAIN_MS)
  }
  const letGo = () => {
    if (ended.signal.aborted) return
    ended.abort()
    clearTimeout(timer)
    window.removeEventListener('pagehide', letGo)
    void oneAfterAnother(`${type} ${id}`, () => releaseClaim(type, id).catch(() => undefined))
  }
  window.addEventListener('pagehide', letGo)
  void ask()
  return letGo
}

async function askOnce(type: ClaimSubjectType, id: string, signal: AbortSignal): Promise<ClaimState> {
  try {
    await takeClaim(type, id, signal)
    return { kind: 'held' }
  } catch (error) {
    const holder = error instanceof ApiError && error.code === 'claimed' ? holderIn(error.data) : null
    return holder ? { kind: 'taken', holder } : { kind: 'unknown' }
  }
}

function holderIn(data: unknown): string | null {
  const refusal: { claim?: Partial<Claim> } = typeof data === 'object' && data !== null ? { ...data } : {}
  const { holder } = refusal.claim ?? {}
  return holder ? holder.display_name || holder.username : null
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
