import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetProcess, recordProcess, signalGroup } from './process-records.ts'
import { StopError } from './run-program.ts'

export interface PartOptions {
  /** Names the log file, the record of the process and the part's lines on the console. */
  name: string
  command: string
  args: string[]
  /** Added to the supervisor's own environment. */
  env?: Record<string, string>
  /** `logs/` and `pids/` are kept below it. */
  dataDir: string
  uid?: number
  gid?: number
  /** Asks the part to leave; it is killed after `graceMs` milliseconds. */
  endSignal?: NodeJS.Signals
  graceMs?: number
  /** How the part shows within `patience` seconds that it is ready: an address that answers, or a question; a rejection counts as no. */
  answers?: string | (() => Promise<boolean>)
  patience?: number
}

/** One running process of the stack, leader of a process group of its own. */
export interface Part {
  readonly name: string
  readonly pid: number
  readonly logFile: string
  /** Resolves when the process is gone, with how it went: `code 1`, `signal SIGKILL`. */
  readonly exited: Promise<string>
  isRunning(): boolean
  /** Asks the part to leave, waits, and kills what is left of its group. */
  end(): Promise<void>
  /** Ends the whole group at once. */
  kill(): void
}

/**
 * Starts a process whose output goes to `logs/<name>.log` and whose id is recorded in `pids/<name>.json`, and waits until it
 * answers.
 * @throws StopError when the part ends or runs out of patience before it answers
 */
export async function startPart(options: PartOptions): Promise<Part> {
  const { name, dataDir, uid, gid, endSignal = 'SIGTERM', graceMs = 10_000 } = options
  const logFile = path.join(dataDir, 'logs', `${name}.log`)
  const log = openLog(logFile)
  const child = spawn(options.command, options.args, {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...options.env },
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then ends the parts in order.
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

async function untilReady(part: Part, { name, answers, patience = 60 }: PartOptions): Promise<void> {
  const ask = typeof answers === 'string' ? () => answersHttp(answers) : answers
  const until = Date.now() + patience * 1000
  while (ask && part.isRunning()) {
    if (await ask().catch(() => false)) return
    if (Date.now() > until) {
      part.kill()
      throw new StopError(`${name} did not answer within ${patience} seconds; see ${part.logFile}.`)
    }
    await sleep(50)
  }
  if (ask)
    throw new StopError(`${name} ended (${await part.exited}) before it was ready.\n${lastLines(part)}`)
}

/** Any answer that is not the server's own failure will do, also one that leads elsewhere. */
async function answersHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
  await response.body?.cancel()
  return response.status < 500
}

export const lastLines = ({ logFile }: Part) =>
  readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8).join('\n')

const maxLogBytes = 10 * 1024 * 1024

/** Opens a log for appending; one that has grown too long becomes `<name>.log.1`. */
function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
  return openSync(file, 'a')
}
