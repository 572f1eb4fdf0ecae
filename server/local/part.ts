import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { forgetProcess, recordProcess, signalGroup } from './process-records.ts'

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
  /** What asks this part to finish its work and leave. */
  endSignal?: NodeJS.Signals
  /** Milliseconds it may take to leave before it is killed. */
  graceMs?: number
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

const maxLogBytes = 10 * 1024 * 1024

/**
 * Starts a process whose output goes to `logs/<name>.log` and whose id is recorded in `pids/<name>.json`.
 * @throws Error when the command cannot be started at all
 */
export async function startPart(options: PartOptions): Promise<Part> {
  const logFile = path.join(options.dataDir, 'logs', `${options.name}.log`)
  const log = openLog(logFile)
  const child = spawn(options.command, options.args, {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...options.env },
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then ends the parts in order.
    detached: true,
    stdio: ['ignore', log, log],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  })
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${options.name} cannot be started: ${error.message}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${options.name} cannot be started.`)
  recordProcess(options.dataDir, options.name, pid)

  let running = true
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false
      signalGroup(pid, 'SIGKILL')
      forgetProcess(options.dataDir, options.name, pid)
      resolve(code === null ? `signal ${signal}` : `code ${code}`)
    })
  })

  return {
    name: options.name,
    pid,
    logFile,
    exited,
    isRunning: () => running,
    kill: () => {
      if (running) signalGroup(pid, 'SIGKILL')
    },
    end: async () => {
      if (!running) return
      signalGroup(pid, options.endSignal ?? 'SIGTERM')
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), options.graceMs ?? 10_000)
      await exited
      clearTimeout(timer)
    },
  }
}

/** Opens a log for appending; one that has grown too long becomes `<name>.log.1`. */
function openLog(file: string): number {
  mkdirSync(path.dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
  return openSync(file, 'a')
}
