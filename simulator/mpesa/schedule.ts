type Job = { due: number; order: number; run: () => unknown; timer: NodeJS.Timeout | undefined }

/**
 * Runs jobs when due. `advance` moves the clock and runs the jobs that become due in order, each at its own
 * time.
 */
export class Schedule {
  #aheadMs = 0
  /** The due time of the job that `advance` runs. */
  #pinned: number | undefined
  #jobs = new Set<Job>()
  #running = new Set<Promise<unknown>>()
  #order = 0
  #turn: Promise<void> = Promise.resolve()
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  now(): Date {
    return new Date(this.#pinned ?? Date.now() + this.#aheadMs)
  }

  /** @returns a function that cancels the job */
  after(ms: number, run: () => unknown): () => void {
    const job: Job = { due: this.now().getTime() + ms, order: this.#order++, run, timer: undefined }
    this.#jobs.add(job)
    this.#arm(job)
    return () => this.#remove(job)
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Makes `advance` wait for this work. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work.then(
      () => this.#running.delete(settled),
      () => this.#running.delete(settled),
    )
    this.#running.add(settled)
    return work
  }

  /** Resolves when due jobs have run and callbacks are answered. Concurrent calls run in turn. */
  advance(ms: number): Promise<void> {
    this.#turn = this.#turn.then(() => this.#advance(ms))
    return this.#turn
  }

  async #advance(ms: number): Promise<void> {
    const target = this.now().getTime() + ms
    for (let job = this.#next(target); job; job = this.#next(target)) {
      this.#remove(job)
      this.#pinned = Math.max(job.due, this.now().getTime())
      await this.#runSafely(job)
    }
    this.#pinned = undefined
    this.#aheadMs = Math.max(target - Date.now(), 0)
    for (const job of this.#jobs) this.#arm(job)
    await Promise.all(this.#running)
  }

  clear(): void {
    for (const job of this.#jobs) clearTimeout(job.timer)
    this.#jobs.clear()
    this.#aheadMs = 0
  }

  #next(target: number): Job | undefined {
    let first: Job | undefined
    for (const job of this.#jobs) {
      if (job.due > target) continue
      if (!first || job.due < first.due || (job.due === first.due && job.order < first.order)) first = job
    }
    return first
  }

  #arm(job: Job): void {
    clearTimeout(job.timer)
    const fire = () => {
      if (!this.#jobs.delete(job)) return
      void this.track(this.#runSafely(job))
    }
    job.timer = setTimeout(fire, Math.max(0, job.due - (Date.now() + this.#aheadMs)))
  }

  /** Reports an error, so that other jobs continue. */
  async #runSafely(job: Job): Promise<void> {
    try {
      await job.run()
    } catch (error) {
      this.#onError(error)
    }
  }

  #remove(job: Job): void {
    clearTimeout(job.timer)
    this.#jobs.delete(job)
  }
}
