export type GatherOptions<T> = {
  /** Batches begin at least so long after each other, in ms; one that has nothing before it begins at once. */
  readonly everyMs?: number
  /** Where so many wait, the next batch begins at once. */
  readonly enough?: number
  /** So many batches run at the same time. */
  readonly atOnce?: number
  /** A batch has at most so many. */
  readonly most?: number
  /** Of calls with the same key a batch has one, and the next waits for that batch. */
  readonly keyOf?: (item: T) => string
  /** Whether a batch that failed in this way is tried again one by one, because one of its calls may be to blame. */
  readonly triesAlone?: (error: unknown) => boolean
}

type Waiting<T, R> = {
  readonly item: T
  readonly done: (answer: R) => void
  readonly fail: (error: unknown) => void
}

/**
 * Joins calls that come within some milliseconds into one: without load nobody waits, and under load many share the round
 * trips, statements and commit of one batch.
 * @param work answers each of its items, in their order, or throws and has done nothing
 * @returns does it for one item. Where a batch of several fails, `triesAlone` decides whether each is tried by itself.
 */
export function gatherCalls<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { everyMs = 0, enough = 50, atOnce = 1, most = 200, keyOf, triesAlone = () => true }: GatherOptions<T> = {},
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let running = 0
  const keys = new Set<string>()
  let planned: 'no' | 'later' | 'now' = 'no'
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  /** Takes what may be in one batch; the others stay, in their order. */
  function takeBatch(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of waiting) {
      const key = keyOf?.(one.item)
      if (batch.length >= most || (key !== undefined && keys.has(key))) left.push(one)
      else {
        batch.push(one)
        if (key !== undefined) keys.add(key)
      }
    }
    waiting = left
    return batch
  }

  /** Has the next batch begin as soon as it may. What comes in the same turn of the event loop is in it. */
  function plan(): void {
    if (planned === 'now' || waiting.length === 0 || running >= atOnce) return
    const wait = waiting.length >= enough ? 0 : lastAt + everyMs - performance.now()
    if (wait <= 0) {
      clearTimeout(timer)
      planned = 'now'
      setImmediate(begin)
    } else if (planned === 'no') {
      planned = 'later'
      timer = setTimeout(begin, wait)
    }
  }

  function begin(): void {
    planned = 'no'
    const batch = takeBatch()
    // All of them wait for a call of their key, which plans again when it has ended.
    if (batch.length === 0) return
    lastAt = performance.now()
    running += 1
    void runBatch(batch).finally(() => {
      running -= 1
      for (const { item } of batch) if (keyOf) keys.delete(keyOf(item))
      plan()
    })
    plan()
  }

  async function runBatch(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const answers = await work(batch.map(({ item }) => item))
      for (const [place, { done }] of batch.entries()) done(answers[place] as R)
    } catch (error) {
      if (batch.length === 1 || !triesAlone(error)) for (const { fail } of batch) fail(error)
      else for (const one of batch) await runBatch([one])
    }
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail })
      plan()
    })
}
