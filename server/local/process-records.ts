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

/** Removes a record, unless somebody has written another process into it since. */
export function forgetProcess(dataDir: string, name: string, pid: number): void {
  if (readRecord(dataDir, name)?.pid === pid) rmSync(recordFile(dataDir, name), { force: true })
}

/** @returns the id of the recorded process if that very process is still running */
export function findRecorded(dataDir: string, name: string): number | undefined {
  const record = readRecord(dataDir, name)
  return record !== undefined && isRunning(record) ? record.pid : undefined
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
  const lastOnes = ['redis', 'postgres']
  // Read once, before the first is ended: what a new supervisor records meanwhile is none of our business.
  const records = readRecords(dataDir).sort((a, b) => lastOnes.indexOf(a.name) - lastOnes.indexOf(b.name))
  const running = records.filter(isRunning)
  const polite = running.filter(({ name }) => !lastOnes.includes(name))
  await Promise.all(polite.map((record) => endProcess(record, 'SIGTERM')))
  for (const record of running.filter(({ name }) => lastOnes.includes(name))) {
    // SIGINT asks PostgreSQL for a fast shutdown: SIGTERM would wait for its clients to leave.
    await endProcess(record, record.name === 'postgres' ? 'SIGINT' : 'SIGTERM')
  }
  for (const { name, pid } of records) forgetProcess(dataDir, name, pid)
  return running.map(({ name }) => name)
}

function isRunning({ pid, identity }: ProcessRecord): boolean {
  return processIdentity(pid) === identity
}

function readRecord(dataDir: string, name: string): ProcessRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(recordFile(dataDir, name), 'utf8')))
  } catch {
    return undefined
  }
}

function readRecords(dataDir: string): (ProcessRecord & { name: string })[] {
  try {
    const files = readdirSync(path.join(dataDir, 'pids')).filter((file) => file.endsWith('.json'))
    return files.flatMap((file) => {
      const name = file.slice(0, -'.json'.length)
      const record = readRecord(dataDir, name)
      return record === undefined ? [] : [{ name, ...record }]
    })
  } catch {
    return []
  }
}

async function endProcess(record: ProcessRecord, signal: NodeJS.Signals): Promise<void> {
  signalGroup(record.pid, signal)
  for (const until = Date.now() + 10_000; isRunning(record) && Date.now() < until; ) await sleep(50)
  signalGroup(record.pid, 'SIGKILL')
  for (const until = Date.now() + 2_000; isRunning(record) && Date.now() < until; ) await sleep(20)
}
