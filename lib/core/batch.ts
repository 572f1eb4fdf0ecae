export type BatchOptions<T> = {
  /** The least time in ms between the starts of two batches. The first item after a pause starts a batch at once. */
  readonly intervalMs?: number
  /** A batch starts at once when so many items are pending. */
  readonly fullAt?: number
  /** How many batches run at the same time. */
  readonly concurrency?: number
  /** The most items of one batch. */
  readonly maxSize?: number
  /** A batch has one item of each key. The next item of that key waits until the batch has ended. */
  readonly keyOf?: (item: T) => string
  /** Whether a failed batch is retried item by item, because one item may have caused the error. Always, by default. */
  readonly retriesEach?: (error: unknown) => boolean
}

type Pending<T, R> = {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs calls in batches: a single call runs at once, and under load many calls share the round trips, statements and commit
 * of one batch.
 * @param work returns one result for each item, in their order; if it throws, it has changed nothing
 * @returns a function that runs `work` for one item and resolves with its result
 */
export function inBatches<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  {
    intervalMs = 0,
    fullAt = 50,
    concurrency = 1,
    maxSize = 200,
    keyOf,
    retriesEach = () => true,
  }: BatchOptions<T> = {},
): (item: T) => Promise<R> {
  let pending: Pending<T, R>[] = []
  let running = 0
  const keys = new Set<string>()
  let planned: 'no' | 'later' | 'now' = 'no'
  let timer: NodeJS.Timeout | undefined
  let lastStart = Number.NEGATIVE_INFINITY

  /** Takes the items of the next batch. The others stay pending, in their order. */
  function takeBatch(): Pending<T, R>[] {
    const batch: Pending<T, R>[] = []
    const left: Pending<T, R>[] = []
    for (const one of pending) {
      const key = keyOf?.(one.item)
      if (batch.length >= maxSize || (key !== undefined && keys.has(key))) left.push(one)
      else {
        batch.push(one)
        if (key !== undefined) keys.add(key)
      }
    }
    pending = left
    return batch
  }

  /** Plans the next batch. Items of the same turn of the event loop are in it. */
  function plan(): void {
    if (planned === 'now' || pending.length === 0 || running >= concurrency) return
    const wait = pending.length >= fullAt ? 0 : lastStart + intervalMs - performance.now()
    if (wait <= 0) {
      clearTimeout(timer)
      planned = 'now'
      setImmediate(start)
    } else if (planned === 'no') {
      planned = 'later'
      timer = setTimeout(start, wait)
    }
  }

  function start(): void {
    planned = 'no'
    const batch = takeBatch()
    // Each pending item waits for a batch with its key. That batch plans again when it has ended.
    if (batch.length === 0) return
    lastStart = performance.now()
    running += 1
    void runBatch(batch).finally(() => {
      running -= 1
      for (const { item } of batch) if (keyOf) keys.delete(keyOf(item))
      plan()
    })
    plan()
  }

  async function runBatch(batch: readonly Pending<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as R)
    } catch (error) {
      if (batch.length === 1 || !retriesEach(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await runBatch([one])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      plan()
    })
}
