import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
type Settings = Record<string, string>

const running = new Set<ChildProcess>()

/** Runs a command with visible output. @returns the exit code; 1 for a signal */
export function runProgram(command: string, args: string[], settings: Settings = {}): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
  running.add(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** @throws StopError if the script fails */
export async function runScript(file: string, args: string[], settings: Settings): Promise<void> {
  const code = await runProgram(process.execPath, [file, ...args], settings)
  if (code !== 0) throw new StopError(`${file} failed (code ${code}): the lines above say why.`)
}

export function endPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}

export const secondsSince = (from: number): number => Math.round((Date.now() - from) / 1000)

/** Printed as one sentence, without a stack. */
export class StopError extends Error {
  override name = 'StopError'
}

export async function endWith(work: Promise<number>): Promise<never> {
  const code = await work.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : ''
    if (/ENOSPC|No space left on device|could not extend file/.test(message))
      console.error('The disk is full: make room and start again.')
    else
      console.error(
        error instanceof StopError || /^The environment is not usable/.test(message) ? message : error,
      )
    return 1
  })
  process.exit(code)
}

/**
 * Resolves on Ctrl-C, a signal, or the parent's death.
 * @param onSecond runs on a second request, if ending takes too long
 */
export function waitForEnd(onSecond: () => void): Promise<undefined> {
  return new Promise((resolve) => {
    let firstAt = 0
    const ask = () => {
      // The terminal, npm and bootstrap each forward the same Ctrl-C.
      if (firstAt > 0 && Date.now() - firstAt > 1_000) onSecond()
      firstAt ||= Date.now()
      resolve(undefined)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && firstAt === 0 && ask(), 500).unref()
  })
}
