// What was started is written down under pids/, so that whoever comes after a crash can end it and nothing else.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { processIdentity } from './process-identity.ts'

const recordSchema = z.object({ pid: z.number().int().min(2), identity: z.string().min(1) })
type ProcessRecord = z.infer<typeof recordSchema>

function recordFile(dataDir: string, name: string): string {
  return path.join(dataDir, 'pids', `${name}.json`)
}

export function recordProcess(dataDir: string, name: string, pid: number): void {
  const identity = processIdentity(pid)
  if (identity === undefined) return
  mkdirSync(path.join(dataDir, 'pids'), { recursive: true })
  writeFileSync(recordFile(dataDir, name), JSON.stringify({ pid, identity } satisfies ProcessRecord))
}

export function forgetProcess(dataDir: string, name: string): void {
  rmSync(recordFile(dataDir, name), { force: true })
}

/** @returns the id of the recorded process if that very process is still running */
export function findRecorded(dataDir: string, name: string): number | undefined {
  try {
    const record = recordSchema.parse(JSON.parse(readFileSync(recordFile(dataDir, name), 'utf8')))
    return processIdentity(record.pid) === record.identity ? record.pid : undefined
  } catch {
    return undefined
  }
}

/** Sends a signal to a process group. Whoever is already gone needs none. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Ends every process recorded under a data directory that is still the one recorded: politely, then for good.
 * PostgreSQL comes last, because the others still write to it.
 * @returns the names of the parts that had to be ended
 */
export async function endRecorded(dataDir: string): Promise<string[]> {
  const ended: string[] = []
  for (const name of recordedNames(dataDir)) {
    const pid = findRecorded(dataDir, name)
    if (pid !== undefined) {
      // SIGINT asks PostgreSQL for a fast shutdown: SIGTERM would wait for its clients to leave.
      await endProcess(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM', 10_000)
      ended.push(name)
    }
    forgetProcess(dataDir, name)
  }
  return ended
}

function recordedNames(dataDir: string): string[] {
  try {
    const names = readdirSync(path.join(dataDir, 'pids')).filter((file) => file.endsWith('.json'))
    const order = (name: string) => ['redis', 'postgres'].indexOf(name)
    return names.map((file) => file.slice(0, -'.json'.length)).sort((a, b) => order(a) - order(b))
  } catch {
    return []
  }
}

async function endProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const identity = processIdentity(pid)
  const isRunning = () => identity !== undefined && processIdentity(pid) === identity
  signalGroup(pid, signal)
  for (const until = Date.now() + graceMs; isRunning() && Date.now() < until; ) await sleep(50)
  signalGroup(pid, 'SIGKILL')
  for (const until = Date.now() + 2_000; isRunning() && Date.now() < until; ) await sleep(20)
}
