import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetProcess, recordProcess, signalGroup } from './process-records.ts'
import { StopError } from './run-program.ts'

export interface PartOptions {
  /** Names the log file, process record and console lines. */
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Contains `logs/` and `pids/`. */
  dataDir: string
  uid?: number
  gid?: number
  /** Signal that asks the part to end. After `graceMs` the part is killed. */
  endSignal?: NodeJS.Signals
  graceMs?: number
  /** Address or function that tells whether the part is ready. A rejection means not yet. */
  answers?: string | (() => Promise<boolean>)
  timeoutSeconds?: number
}

/** A running process, which leads its own process group. */
export interface Part {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  /** Resolves with `code 1`, `signal SIGKILL` or the like. */
  readonly exited: Promise<string>
  isRunning(): boolean
  /** Ends the part, then kills the rest of its group. */
  end(): Promise<void>
  kill(): void
}

/**
 * Starts a process, logs to `logs/<name>.log`, records the process id, and waits until the process is ready.
 * @throws StopError if the part ends or the timeout passes first
 */
export async function startPart(options: PartOptions): Promise<Part> {
  const { name, dataDir, uid, gid, endSignal = 'SIGTERM', graceMs = 10_000 } = options
  const logFile = path.join(dataDir, 'logs', `${name}.log`)
  const log = openLog(logFile)
  const child = spawn(options.command, options.args, {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...options.env },
    // Own process group: Ctrl-C reaches only the supervisor, which ends the parts in order.
    detached: true,
    stdio: ['ignore', log, log],
    ...(uid === undefined ? {} : { uid, gid }),
  })
  closeSync(log)
  await once(child, 'spawn').catch((error) => {
    throw new Error(`${name} cannot be started: ${error.message}`)
  })
  const pid = child.pid ?? 0
  recordProcess(dataDir, name, pid)
  let running = true
  const exited = once(child, 'exit').then(([code, signal]) => {
    running = false
    signalGroup(pid, 'SIGKILL')
    forgetProcess(dataDir, name, pid)
    return code === null ? `signal ${signal}` : `code ${code}`
  })
  const kill = () => {
    if (running) signalGroup(pid, 'SIGKILL')
  }
  const end = async () => {
    if (!running) return
    signalGroup(pid, endSignal)
    const timer = setTimeout(kill, graceMs)
    await exited
    clearTimeout(timer)
  }
  const part = { name, pid, logFile, exited, isRunning: () => running, end, kill }
  await untilReady(part, options)
  return part
}

async function untilReady(part: Part, { name, answers, timeoutSeconds = 60 }: PartOptions): Promise<void> {
  const ask = typeof answers === 'string' ? () => answersHttp(answers) : answers
  const until = Date.now() + timeoutSeconds * 1000
  while (ask && part.isRunning()) {
    if (await ask().catch(() => false)) return
    if (Date.now() > until) {
      part.kill()
      throw new StopError(`${name} did not answer within ${timeoutSeconds} seconds; see ${part.logFile}.`)
    }
    await sleep(50)
  }
  if (ask)
    throw new StopError(`${name} ended (${await part.exited}) before it was ready.\n${lastLines(part)}`)
}

async function answersHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
  await response.body?.cancel()
  return response.status < 500
}

export const lastLines = ({ logFile }: Part) =>
  readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n')

const maxLogBytes = 10 * 1024 * 1024

function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
  return openSync(file, 'a')
}
