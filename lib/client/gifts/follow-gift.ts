import { loadWithRetry } from '#lib/client/browser/lazy-parts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { answeredInTime } from './answer-limit.ts'
import { isFinal, isSettled, nextPollMs } from './gift-progress.ts'

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
