import { inSharedSpan, type TraceParent, traceContext } from './tracing.ts'

/**
 * Ms between the starts of two batches, and between two notifications of new work. Short compared with a payer's
 * wait for M-Pesa, long enough that a batch takes several items under load (docs/speed.md).
 */
export const BATCH_INTERVAL_MS = 25

export type BatchOptions<T> = {
  /** Names the batches' spans. */
  readonly name?: string
  /** Instead of `BATCH_INTERVAL_MS`. After a pause the first item starts a batch at once. */
  readonly intervalMs?: number
  readonly fullAt?: number
  readonly concurrency?: number
  readonly maxSize?: number
  /** A batch has at most one item of each key; further items wait for the end of that batch. */
  readonly keyOf?: (item: T) => string
  /** Whether to retry a failed batch item by item; default: always. */
  readonly retriesEach?: (error: unknown) => boolean
}

type Pending<T, R> = {
  readonly item: T
  readonly trace: TraceParent
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs calls in batches that share round trips, statements and one commit.
 * @param work returns one result per item, in order; if it throws, it has changed nothing
 */
export function inBatches<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  {
    name = 'batch',
    intervalMs = BATCH_INTERVAL_MS,
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
      const traces = batch.map(({ trace }) => trace)
      const results = await inSharedSpan(name, traces, () => work(batch.map(({ item }) => item)))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as R)
    } catch (error) {
      if (batch.length === 1 || !retriesEach(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await runBatch([one])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, trace: traceContext(), resolve, reject })
      plan()
    })
}
