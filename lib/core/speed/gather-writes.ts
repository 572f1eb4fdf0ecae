import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Joins many writes into one: the first is sent at once, and those that come while it runs are sent together as the next.
 * Without load nothing waits; under load several writes share one round trip and one commit.
 * @param write stores all of its items, or throws and has stored none
 * @param everyMs the least time from one write to the next: what comes meanwhile shares the next
 * @returns stores one item, and resolves when it is stored. Where a write of several fails, each is tried alone, so that a
 * bad item harms no other.
 */
export function gatherWrites<T>(
  write: (items: readonly T[]) => Promise<void>,
  everyMs = 0,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const next = performance.now() + everyMs
      await writeBatch(batch)
      const early = next - performance.now()
      if (early > 0) await sleep(early)
    }
    isWriting = false
  }

  async function writeBatch(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item))
      for (const { done } of batch) done()
    } catch (error) {
      if (batch.length === 1) for (const { fail } of batch) fail(error)
      else for (const one of batch) await writeBatch([one])
    }
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail })
      if (!isWriting) void writeAll()
    })
}

type Waiting<T> = { readonly item: T; done(): void; fail(error: unknown): void }
