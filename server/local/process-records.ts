// Records every part under pids/, so that the guardian or the next start ends exactly these parts.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const recordSchema = z.object({ pid: z.number().int().min(2), identity: z.string().min(1) })
type ProcessRecord = z.infer<typeof recordSchema> & { name: string }

const recordFile = (dataDir: string, name: string) => path.join(dataDir, 'pids', `${name}.json`)

export function recordProcess(dataDir: string, name: string, pid: number): void {
  const identity = processIdentity(pid)
  if (identity === undefined) return
  mkdirSync(path.join(dataDir, 'pids'), { recursive: true })
  writeFileSync(recordFile(dataDir, name), JSON.stringify({ pid, identity }))
}

/** Removes a part's record, unless a newer process has it. */
export function forgetProcess(dataDir: string, name: string, pid: number): void {
  if (readRecord(dataDir, name)?.pid === pid) rmSync(recordFile(dataDir, name), { force: true })
}

export function findRecorded(dataDir: string, name: string): number | undefined {
  const record = readRecord(dataDir, name)
  return record && isRunning(record) ? record.pid : undefined
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** These end last, because other parts write to them. */
const lastOnes = ['redis', 'postgres']

/** @returns the names of the parts that ran */
export async function endRecorded(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'pids')
  const files = existsSync(folder) ? readdirSync(folder) : []
  // All records are read first: those that a new supervisor writes meanwhile must stay.
  const records = files.flatMap((file) => readRecord(dataDir, path.basename(file, '.json')) ?? [])
  const running = records.filter(isRunning)
  for (const turn of [-1, 0, 1])
    await Promise.all(running.filter(({ name }) => lastOnes.indexOf(name) === turn).map(endProcess))
  for (const { name, pid } of records) forgetProcess(dataDir, name, pid)
  return running.map(({ name }) => name)
}

async function endProcess(record: ProcessRecord): Promise<void> {
  // SIGTERM would make PostgreSQL wait for its clients.
  signalGroup(record.pid, record.name === 'postgres' ? 'SIGINT' : 'SIGTERM')
  for (const until = Date.now() + 10_000; isRunning(record) && Date.now() < until; ) await sleep(50)
  signalGroup(record.pid, 'SIGKILL')
  for (const until = Date.now() + 2_000; isRunning(record) && Date.now() < until; ) await sleep(20)
}

const isRunning = ({ pid, identity }: ProcessRecord) => processIdentity(pid) === identity

function readRecord(dataDir: string, name: string): ProcessRecord | undefined {
  try {
    return { name, ...recordSchema.parse(JSON.parse(readFileSync(recordFile(dataDir, name), 'utf8'))) }
  } catch {
    return undefined
  }
}

/**
 * Returns the process's start time, on Linux with the boot: an id can belong to another process later.
 * @returns undefined if no such process runs; a zombie does not count
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
      )
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in brackets may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return fields[0] === 'Z' ? undefined : `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

/**
 * Starts a guardian process, which outlives this process and then ends every recorded part. `dismiss` ends
 * the guardian.
 * @param throwAway also removes the data directory
 */
export function startGuardian(dataDir: string, throwAway = false): { dismiss(): Promise<void> } {
  const args = [import.meta.filename, dataDir, String(throwAway)]
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const gone = once(child, 'exit').catch(() => undefined)
  child.unref()
  const dismiss = () => {
    child.ref()
    child.stdin.end()
    return gone.then(() => undefined)
  }
  return { dismiss }
}

if (import.meta.main) {
  const [dataDir = '', throwAway] = process.argv.slice(2)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // stdin closes when the parent ends, in any way.
  await once(process.stdin.resume(), 'close')
  await endRecorded(dataDir)
  if (throwAway === 'true') rmSync(dataDir, { recursive: true, force: true })
}
