// The simulator's clock, which can be put forward, and its jobs that are due later.

type Job = { due: number; order: number; run: () => unknown; timer: NodeJS.Timeout | undefined }

/**
 * Runs jobs when they are due. `advance` puts the clock forward and runs all jobs that fall due in between, in order and
 * each at its own time, so that a test of a two-minute rule does not wait two minutes.
 */
export class Schedule {
  #aheadMs = 0
  /** The moment at which the job is due that `advance` runs now. */
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

  /** Runs a job after so many milliseconds of the simulator's time. Returns the function that cancels it. */
  after(ms: number, run: () => unknown): () => void {
    const job: Job = { due: this.now().getTime() + ms, order: this.#order++, run, timer: undefined }
    this.#jobs.add(job)
    this.#arm(job)
    return () => this.#remove(job)
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Has `advance` wait for this work, so that it returns only when the callbacks have been answered. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work.then(
      () => this.#running.delete(settled),
      () => this.#running.delete(settled),
    )
    this.#running.add(settled)
    return work
  }

  /** Returns when all jobs that fell due have run and their callbacks have been answered. Calls run one after another. */
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

  /** Cancels every job that is not running. */
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

  /** Reports a job that throws, which is a fault of the simulator; the other jobs go on. */
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
