// The worker as a process of its own, which can be killed outright at any statement that it sends to Postgres.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { env } from '#lib/core/env.ts'
import { bundle } from './bundle.ts'
import { clockAheadBy } from './clock-ahead.ts'
import { shortLived } from './short-lived.ts'
import { readSteps, type Step } from './statements.ts'
import { openProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

export type MortalWorker = {
  /** Starts a worker; resolves once it answers. */
  start(): Promise<void>
  /** Kills it, and whoever stands ready to follow it. */
  end(): Promise<void>
  /** Has the worker killed in place of this step, after those before it. @returns resolves when it is dead */
  killAt(step: Step): Promise<void>
  /** The steps that a worker took while `work` ran. */
  record(work: () => Promise<unknown>): Promise<Step[]>
}

// The worker is silent about packages that are no packages any more in a bundle.
const options = [...shortLived, '--disable-warning=DEP0169']

/** @param machine.aheadSeconds by how much the clock of its machine is ahead */
export async function createMortalWorker(machine: { aheadSeconds?: number } = {}): Promise<MortalWorker> {
  const read = readSteps()
  let running: ChildProcess | undefined
  let doomed: Step | undefined
  let recorded: Step[] = []
  const proxy = await openProxy(env.DATABASE_URL, (connection, bytes) => {
    const steps = read(connection, bytes)
    recorded.push(...steps)
    const last = doomed && steps.find((step) => isSame(step, doomed))
    if (!last) return bytes.length
    doomed = undefined
    running?.kill('SIGKILL')
    return last.from
  })
  const { script, compiled } = await bundle('worker-on-call')
  const environment = {
    ...process.env,
    DATABASE_URL: proxy.url,
    NODE_COMPILE_CACHE: compiled,
    // The jobs of those that are killed are taken up soon.
    WORKER_LOCK_SECONDS: '3',
  }
  const clock = machine.aheadSeconds ? ['--import', clockAheadBy(machine.aheadSeconds)] : []
  const standReady = () =>
    spawn(process.execPath, [...options, ...clock, script], {
      env: environment,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  let next = standReady()
  return {
    start: async () => {
      running = next
      running.stdin?.write('begin\n')
      await until('the worker answers', answersHealth)
      next = standReady()
    },
    end: async () => {
      await Promise.all([running, next].map((one) => one && kill(one)))
      await proxy.goAway()
    },
    killAt: async (step) => {
      doomed = step
      await until(`the worker is about to send: ${step.text}`, () => doomed === undefined)
      if (running) await death(running)
    },
    record: async (work) => {
      recorded = []
      await work()
      return recorded
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await death(child)
}

async function death(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function isSame(step: Step, other: Step | undefined): boolean {
  return step.work === other?.work && step.turn === other.turn && step.text === other.text
}

async function answersHealth(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${env.WORKER_PORT}/health`).catch(() => undefined)
  return answer?.ok === true
}

/** The steps of one piece of such work, the longest that was recorded, without BEGIN: before it nothing has happened. */
export function stepsOf(work: Step['work'], recorded: readonly Step[]): Step[] {
  const pieces = Map.groupBy(
    recorded.filter((step) => step.work === work),
    (step) => step.transaction,
  )
  return [...pieces.values()].reduce(
    (longest, piece) => (piece.length > longest.length ? piece : longest),
    [],
  )
}

/**
 * Returns the steps at which a worker's death is a case of its own: a read that directly follows another read is left out, because
 * nothing was written between the two.
 */
export function deadlyOf(steps: readonly Step[]): Step[] {
  return steps.filter((step, at) => at === 0 || !isRead(step) || !isRead(steps[at - 1]))
}

/** Words of SQL before a bracket that write nothing. Any other word may be a function that does. */
const harmless =
  /^(?:and|any|array_agg|cast|coalesce|count|exists|filter|from|greatest|having|in|join|lateral|least|max|min|on|or|sum|unnest|where)$/i

function isRead(step: Step | undefined): boolean {
  const text = step?.text ?? ''
  return (
    /^select\b/i.test(text) && [...text.matchAll(/(\w+)\s*\(/g)].every(([, name = '']) => harmless.test(name))
  )
}
