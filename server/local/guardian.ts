import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { endRecorded } from './process-records.ts'

export interface Guardian {
  /** Call it after the parts have ended: the guardian looks once more, tidies up and leaves. */
  dismiss(): Promise<void>
}

/**
 * Starts a small process that outlives this one, even when this one is killed outright: as soon as this process is
 * gone, it ends every part recorded under the data directory.
 * @param throwAway the data directory is removed as well
 */
export function startGuardian(dataDir: string, throwAway = false): Guardian {
  const child = spawn(process.execPath, [import.meta.filename, dataDir, String(throwAway)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.unref()
  return {
    dismiss: async () => {
      child.ref()
      child.stdin.end()
      await gone
    },
  }
}

/** The pipe from the process that started us closes when that process ends, however it ends. */
async function standGuard(dataDir: string, throwAway: boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('close', resolve))
  await endRecorded(dataDir)
  if (throwAway) rmSync(dataDir, { recursive: true, force: true })
}

if (import.meta.main) {
  const [dataDir, throwAway] = process.argv.slice(2)
  if (dataDir !== undefined) await standGuard(dataDir, throwAway === 'true')
}
