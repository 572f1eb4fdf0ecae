import { execFile } from 'node:child_process'
import { bundle, type Script } from './bundle.ts'
import { shortLived } from './short-lived.ts'

type Command = Exclude<Script, 'worker-on-call' | 'backup-maker'>

type RunOptions = {
  /** Environment of the command; by default this process's. */
  env?: NodeJS.ProcessEnv
  /** Text typed as input. */
  typed?: string
  node?: readonly string[]
}

// Silences a warning about bundled packages.
const options = [...shortLived, '--disable-warning=DEP0169']

/** Runs a command. @returns its exit code and the lines it wrote */
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
