import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { StopError } from './stop-error.ts'

const root = path.join(import.meta.dirname, '..', '..')
const running = new Set<ChildProcess>()

/**
 * Runs one of the project's scripts to its end, its output in the person's sight.
 * @param settings added to this process's environment
 * @throws StopError when it fails
 */
export async function runScript(
  file: string,
  args: string[],
  settings: Record<string, string>,
): Promise<void> {
  const code = await runProgram(process.execPath, [path.join(root, file), ...args], settings)
  if (code !== 0) throw new StopError(`${file} failed (code ${code}): the lines above say why.`)
}

/** @returns the exit code; an end by a signal counts as 1 */
export function runProgram(
  command: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<number> {
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

/** Ends the programs that are still running, because their result is no longer wanted. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}
