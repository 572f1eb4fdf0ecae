import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
type Settings = Record<string, string>

const running = new Set<ChildProcess>()

/** Runs a program to its end, its output in the person's sight. @returns the exit code; an end by a signal counts as 1 */
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

/** Runs one of the project's scripts to its end. @throws StopError if it fails */
export async function runScript(file: string, args: string[], settings: Settings): Promise<void> {
  const code = await runProgram(process.execPath, [file, ...args], settings)
  if (code !== 0) throw new StopError(`${file} failed (code ${code}): the lines above say why.`)
}

/** Ends the programs that are still running, because their result is no longer wanted. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}

export const secondsSince = (from: number): number => Math.round((Date.now() - from) / 1000)

/** A reason to stop that is printed as one sentence, without a stack. */
export class StopError extends Error {
  override name = 'StopError'
}

/** Ends this process with the exit code that `work` answers, or with what people need to know of its error. */
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
 * Waits until this process is asked to end: Ctrl-C, a signal, or the death of the process that started it.
 * @param onSecond runs if somebody asks again because the first time takes too long
 */
export function waitForEnd(onSecond: () => void): Promise<undefined> {
  return new Promise((resolve) => {
    let firstAt = 0
    const ask = () => {
      // The terminal, npm and the bootstrap each pass on the same Ctrl-C.
      if (firstAt > 0 && Date.now() - firstAt > 1_000) onSecond()
      firstAt ||= Date.now()
      resolve(undefined)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && firstAt === 0 && ask(), 500).unref()
  })
}
