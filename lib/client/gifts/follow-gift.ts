import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { answeredInTime } from './answer-limit.ts'
import { isFinal, isSettled, nextPollMs } from './gift-progress.ts'

type Listener = {
  onAnswer: (gift: GiftView) => void
  /** Nobody knows a gift of this id. */
  onUnknown: () => void
}

/**
 * Asks about a gift until its outcome is final. People come back from their SIM menu, and lines come back: then it is asked about at
 * once.
 * @param startedAt milliseconds on this device's clock
 * @returns stops asking
 */
export function followGift(id: string, startedAt: number, { onAnswer, onUnknown }: Listener): () => void {
  /** What is asked now. An earlier one may hang: what it says would be older. */
  let newest: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: GiftView | null = null
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
      if (newest !== own) return
      known = gift
      onAnswer(gift)
    } catch (error) {
      if (newest !== own) return
      if (error instanceof ApiError && error.status === 404) return onUnknown()
      // No answer is no news: the next poll tries again.
    }
    if (newest !== own || (known && isFinal(known))) return
    timer = setTimeout(onTick, nextPollMs(Date.now() - startedAt, known !== null && isSettled(known)))
  }
  const onTick = () => {
    // Nobody looks, and another outcome is seldom: it is asked for when somebody does.
    if (document.hidden && known && isSettled(known)) return
    void ask()
  }
  const onVisible = () => {
    if (!document.hidden) void ask()
  }
  void ask()
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', onTick)
  return () => {
    newest?.abort()
    newest = undefined
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', onTick)
  }
}
