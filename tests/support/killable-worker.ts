// The worker as a process that a test can kill at any statement.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { env } from '#lib/core/env.ts'
import { bundle } from './bundle.ts'
import { clockAheadBy } from './clock-ahead.ts'
import { shortLived } from './short-lived.ts'
import { readSteps, type Step } from './statements.ts'
import { openProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

export type KillableWorker = {
  start(): Promise<void>
  /** Kills the worker and its stand-by process. */
  end(): Promise<void>
  /** Kills the worker instead of running this step. @returns resolves when the worker is dead */
  killAt(step: Step): Promise<void>
  record(work: () => Promise<unknown>): Promise<Step[]>
}

// Silences a warning about bundled packages.
const options = [...shortLived, '--disable-warning=DEP0169']

/** @param machine.aheadSeconds how far the clock of the worker's machine is ahead */
export async function createKillableWorker(machine: { aheadSeconds?: number } = {}): Promise<KillableWorker> {
  const read = readSteps()
  let running: ChildProcess | undefined
  let lastStep: Step | undefined
  let recorded: Step[] = []
  const proxy = await openProxy(env.DATABASE_URL, (connection, bytes) => {
    const steps = read(connection, bytes)
    recorded.push(...steps)
    const last = lastStep && steps.find((step) => isSame(step, lastStep))
    if (!last) return bytes.length
    lastStep = undefined
    running?.kill('SIGKILL')
    return last.from
  })
  const { script, compiled } = await bundle('worker-on-call')
  const environment = {
    ...process.env,
    DATABASE_URL: proxy.url,
    NODE_COMPILE_CACHE: compiled,
    // Jobs of a killed worker restart soon.
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
      lastStep = step
      await until(`the worker is about to send: ${step.text}`, () => lastStep === undefined)
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

/** Returns the steps of the longest recorded transaction of a kind, without BEGIN. */
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
 * Returns the steps of a transaction at which a kill differs: its first, before anything is written; its
 * middle write, when half is; and COMMIT. PostgreSQL undoes the others with these.
 */
export function deadlyOf(steps: readonly Step[]): Step[] {
  const writes = steps.slice(1, -1).filter((step) => !isRead(step))
  return [...new Set([steps.at(0), writes.at(Math.floor(writes.length / 2)), steps.at(-1)])].filter(
    (step) => step !== undefined,
  )
}

/** Words before a bracket that write nothing. Other words may be functions that write. */
const harmless =
  /^(?:and|any|array_agg|cast|coalesce|count|exists|filter|from|greatest|having|in|join|lateral|least|max|min|on|or|sum|unnest|where)$/i

function isRead({ text }: Step): boolean {
  return (
    /^select\b/i.test(text) && [...text.matchAll(/(\w+)\s*\(/g)].every(([, name = '']) => harmless.test(name))
  )
}
