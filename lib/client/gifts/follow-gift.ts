import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { isFinal, isSettled, nextPollMs } from './gift-progress.ts'

type Listener = {
  onAnswer: (gift: GiftView) => void
  /** Nobody knows a gift of this id. */
  onUnknown: () => void
}

/**
 * Asks about a gift until its outcome is final. People come back from their SIM menu: then it is asked about at once.
 * @param startedAt milliseconds on this device's clock
 * @returns stops asking
 */
export function followGift(id: string, startedAt: number, { onAnswer, onUnknown }: Listener): () => void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: GiftView | null = null
  const ask = async () => {
    clearTimeout(timer)
    try {
      known = await api('GET /gifts/{id}/', { path: { id }, signal: ended.signal })
      onAnswer(known)
    } catch (error) {
      if (ended.signal.aborted) return
      if (error instanceof ApiError && error.status === 404) return onUnknown()
      // No answer is no news: the next poll tries again.
    }
    if (ended.signal.aborted || (known && isFinal(known))) return
    clearTimeout(timer)
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
  return () => {
    ended.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
