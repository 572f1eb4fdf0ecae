import { execFile } from 'node:child_process'
import { bundle, type Script } from './bundle.ts'
import { shortLived } from './short-lived.ts'

type Command = Exclude<Script, 'worker-on-call' | 'backup-maker'>

type RunOptions = {
  /** Its whole environment; left out, this process's. */
  env?: NodeJS.ProcessEnv
  /** What somebody types. */
  typed?: string
  /** Of Node.js itself. */
  node?: readonly string[]
}

// The command is silent about packages that are no packages any more in a bundle.
const options = [...shortLived, '--disable-warning=DEP0169']

/** Runs a command of `workers` to its end. @returns its exit code, and the lines that it wrote */
export async function runCommand(
  command: Command,
  args: readonly string[],
  { env = process.env, typed = '', node = [] }: RunOptions = {},
): Promise<{ code: number | null; told: string[] }> {
  const { script, compiled } = await bundle(command)
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...options, ...node, script, ...args],
      { env: { ...env, NODE_COMPILE_CACHE: compiled } },
      (_error, out, err) => done({ code: child.exitCode, told: `${out}${err}`.trim().split('\n') }),
    )
    child.stdin?.end(typed)
  })
}
