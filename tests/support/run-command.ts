import { execFile } from 'node:child_process'
import { bundle, type Script } from './bundle.ts'
import { shortLived } from './short-lived.ts'

type Command = Exclude<Script, 'worker-on-call' | 'backup-maker'>

type RunOptions = {
  /** By default this process's. */
  env?: NodeJS.ProcessEnv
  /** Typed input. */
  typed?: string
  node?: readonly string[]
}

// Silences a warning about bundled packages.
const options = [...shortLived, '--disable-warning=DEP0169']

/** @returns exit code and lines written */
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
