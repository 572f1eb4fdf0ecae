import { useCallback, useEffect, useState } from 'react'
import { loadWithRetry } from '#lib/client/browser/lazy-parts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'
import { answeredInTime } from './answer-limit.ts'

/** M-Pesa ends a prompt after a minute. */
export const PROMPT_SECONDS = 60

export type GiftProgress =
  | { kind: 'prompt'; secondsLeft: number }
  /** Other prompts are sent first. */
  | { kind: 'queued'; seconds: number }
  /** M-Pesa has not said whether a prompt comes (`unsure`), or how it ended (`over`). */
  | { kind: 'unsure' | 'over' }
  | { kind: 'checking' }
  /** Voting has ended: only payments made in time count. */
  | { kind: 'closed' }
  | { kind: 'paybill'; failure: GiftFailure; canRetry: boolean }
  | { kind: 'completed' }
  | { kind: 'failed'; failure: GiftFailure }
  | { kind: 'expired' | 'under_review' | 'refunded' }

export function giftProgress(gift: GiftView, startedAt: number, at: number): GiftProgress {
  if (gift.status === 'completed') return { kind: 'completed' }
  const failure = gift.failure && knownFailure(gift.failure)
  if (gift.status === 'failed') return { kind: 'failed', failure: failure ?? 'other' }
  if (gift.status !== 'pending') return { kind: gift.status }
  if (gift.paybill === null) return { kind: 'closed' }
  // The prompt was not sent: M-Pesa is down or refused it.
  if (failure) return { kind: 'paybill', failure, canRetry: gift.can_retry_prompt }
  if (gift.wait_seconds !== null) {
    const passed = Math.max(0, Math.floor((at - startedAt) / 1000))
    return { kind: 'queued', seconds: Math.max(1, gift.wait_seconds - passed) }
  }
  if (gift.prompt === 'unsure' || gift.prompt === 'over') return { kind: gift.prompt }
  // `min`, because the device's clock may have been set back.
  const secondsLeft = Math.min(PROMPT_SECONDS, Math.ceil(PROMPT_SECONDS - (at - startedAt) / 1000))
  return gift.prompt_open && secondsLeft > 0 ? { kind: 'prompt', secondsLeft } : { kind: 'checking' }
}

const failures: Readonly<Record<GiftFailure, true>> = {
  cancelled: true,
  wrong_pin: true,
  low_balance: true,
  no_answer: true,
  limit: true,
  duplicate: true,
  locked: true,
  not_sent: true,
  wrong_number: true,
  paused: true,
  crowded: true,
  busy: true,
  other: true,
}

/** Returns `other` for a newer release's reason: an open page has no words for it. */
function knownFailure(failure: GiftFailure): GiftFailure {
  return failures[failure] ? failure : 'other'
}

/** Whether the prompt was not sent, so that only Paybill can pay. */
export function isUnsent(gift: GiftView): boolean {
  return gift.status === 'pending' && gift.failure !== null
}

/** Whether the gift has an outcome; it can still change unless final. */
export function isSettled(gift: GiftView): boolean {
  return gift.status !== 'pending'
}

/**
 * Whether the outcome cannot change. After any other outcome, proof of payment still credits the gift
 * (docs/money.md).
 */
export function isFinal({ status }: Pick<GiftView, 'status'>): boolean {
  return status === 'completed' || status === 'refunded'
}

/**
 * Returns since when the phone may show a prompt; null if unchanged. A queued or unsent prompt starts at the
 * newest answer.
 */
export function promptedAtBy(before: GiftView | null, answer: GiftView, at: number): number | null {
  const wasUnsent = before?.id === answer.id && (before.failure !== null || before.wait_seconds !== null)
  return answer.wait_seconds !== null || (wasUnsent && answer.failure === null) ? at : null
}

/** Poll delays in ms while the socket is silent; the last one repeats. */
const POLLS_MS = [5_000, 10_000, 20_000]
/** Poll delay after an outcome, which rarely changes. */
const SETTLED_POLL_MS = 60_000

export function nextPollMs(polls: number, settled = false): number {
  return settled ? SETTLED_POLL_MS : (POLLS_MS[polls] ?? 20_000)
}

type Listener = {
  onAnswer: (gift: GiftView) => void
  onUnknown: () => void
}

/**
 * Follows a gift until its outcome is final: by socket, and by polling while the socket is silent, when the
 * page becomes visible, and on reconnection.
 * @returns a function that stops following
 */
export function followGift(id: string, { onAnswer, onUnknown }: Listener): () => void {
  let isOver = false
  /** The newest request. Answers of earlier requests are ignored: they can be older. */
  let newest: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: GiftView | null = null
  /** Whether the socket has sent the gift since it connected. */
  let isTold = false
  let polls = 0
  let unsubscribe: () => void = () => undefined

  const take = (gift: GiftView) => {
    known = gift
    onAnswer(gift)
    if (isFinal(gift)) end()
  }
  const ask = async () => {
    clearTimeout(timer)
    newest?.abort()
    const own = new AbortController()
    newest = own
    try {
      const gift = await answeredInTime((late) => {
        late.addEventListener('abort', () => own.abort())
        return api('GET /gifts/{id}/', { path: { id }, signal: own.signal })
      })
      if (newest === own) take(gift)
    } catch (error) {
      if (newest !== own) return
      if (error instanceof ApiError && error.status === 404) {
        end()
        return onUnknown()
      }
      // The next poll retries.
    }
    if (newest === own) askLater()
  }
  const askLater = () => {
    clearTimeout(timer)
    if (isOver || isTold) return
    const wait = nextPollMs(polls, known !== null && isSettled(known))
    timer = setTimeout(() => {
      polls++
      onTick()
    }, wait)
  }
  const onTick = () => {
    // A hidden page does not poll an outcome that rarely changes, but polls on return.
    if (document.hidden && known && isSettled(known)) return
    void ask()
  }
  const onVisible = () => {
    if (!document.hidden) void ask()
  }
  const end = () => {
    isOver = true
    newest?.abort()
    newest = undefined
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onTick)
  }

  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onTick)
  askLater()
  void loadWithRetry(() => import('#lib/client/live/live-socket.ts'), true).then(({ subscribeGift }) => {
    if (isOver) return
    unsubscribe = subscribeGift(
      id,
      (gift) => {
        isTold = true
        polls = 0
        // Drops the answer of a running request, which can be older.
        newest = undefined
        clearTimeout(timer)
        take(gift)
      },
      (status) => {
        if (status === 'live') return
        isTold = false
        if (status === 'offline') onTick()
        else askLater()
      },
    )
    if (isOver) unsubscribe()
  })
  return end
}

export type FollowedGift = {
  gift: GiftView | null
  /** The server does not know the id. */
  unknown: boolean
  /** The device's time in ms when the prompt was sent: later than the order if queued or retried. */
  promptedAt: number
  /** Takes the gift from the answer of another call. */
  take: (gift: GiftView) => void
}

/**
 * Follows a gift until its outcome is final.
 * @param startedAt the device's time of the order in ms
 * @param initial the gift as the server rendered it, and the render time
 */
export function useGift(
  id: string | null,
  startedAt: number,
  initial: { gift: GiftView; at: number } | null = null,
): FollowedGift {
  const [{ gift, promptedAt }, setKnown] = useState(() => ({
    gift: initial?.gift ?? null,
    promptedAt: (initial && promptedAtBy(null, initial.gift, initial.at)) ?? 0,
  }))
  const [unknownId, setUnknownId] = useState<string | null>(null)
  const current = gift?.id === id ? gift : null
  const isOver = current !== null && isFinal(current)

  const take = useCallback((next: GiftView) => {
    const at = Date.now()
    setKnown((known) => ({
      gift: next,
      promptedAt: promptedAtBy(known.gift, next, at) ?? known.promptedAt,
    }))
  }, [])

  useEffect(() => {
    if (!id || isOver || unknownId === id) return
    return followGift(id, { onAnswer: take, onUnknown: () => setUnknownId(id) })
  }, [id, isOver, unknownId, take])

  return {
    gift: current,
    unknown: unknownId === id && id !== null,
    promptedAt: Math.max(startedAt, promptedAt),
    take,
  }
}

/**
 * The current time in ms, updated every second while `running`.
 * @param first the server's render time, so that the first texts are equal
 */
export function useNow(running: boolean, first?: number): number {
  const [at, setAt] = useState(() => first ?? Date.now())
  useEffect(() => {
    if (!running) return
    setAt(Date.now())
    const timer = setInterval(() => setAt(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return at
}
