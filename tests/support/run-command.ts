import { execFile } from 'node:child_process'
import { databaseName } from '#lib/core/env.ts'
import type { Command } from '#workers/command.ts'
import { bundle, type Script } from './bundle.ts'
import { shortLived } from './short-lived.ts'

type Name = Exclude<Script, 'worker-on-call' | 'backup-maker'>

/** Loaded by the tests that run them. */
const commands: Readonly<Record<Name, () => Promise<Command>>> = {
  'end-sessions': async () => (await import('#workers/end-sessions.ts')).endSessions,
  'erase-account': async () => (await import('#workers/erase-account.ts')).eraseAccount,
  'export-account': async () => (await import('#workers/export-account.ts')).exportAccount,
  'first-super-admin': async () => (await import('#workers/first-super-admin.ts')).firstSuperAdmin,
  'reset-second-factor': async () => (await import('#workers/reset-second-factor.ts')).resetSecondFactor,
}

type ProcessOptions = {
  /** Environment of the command; by default this process's. */
  env?: NodeJS.ProcessEnv
  node?: readonly string[]
}

export type RunOptions = ProcessOptions & {
  /** Text typed as input. */
  typed?: string
  /** Starts a process, which takes seconds. So do `env` and `node`. */
  isOwnProcess?: boolean
}

/** Runs a command. @returns its exit code and the lines it wrote, stdout before stderr */
export async function runCommand(
  name: Name,
  args: readonly string[],
  { env, node, typed = '', isOwnProcess = env !== undefined || node !== undefined }: RunOptions = {},
): Promise<{ code: number | null; told: string[] }> {
  const { code, out, err } = isOwnProcess
    ? await runAsProcess(name, args, typed, { env, node })
    : await runHere(name, args, typed)
  return { code, told: `${out}${err}`.trim().split('\n') }
}

type Ran = { code: number | null; out: string; err: string }

async function runHere(name: Name, args: readonly string[], typed: string): Promise<Ran> {
  const written = { out: `In the database ${databaseName()}:\n`, err: '' }
  const typedLines = typed.split('\n')
  const command = await commands[name]()
  const isDone = await command(args, {
    tell: (line) => {
      written.out += `${line}\n`
    },
    warn: (line) => {
      written.err += `${line}\n`
    },
    ask: async (question) => {
      written.out += question
      return typedLines.shift() ?? ''
    },
  })
  return { code: isDone ? 0 : 1, ...written }
}

// Silences a warning about bundled packages.
const options = [...shortLived, '--disable-warning=DEP0169']

async function runAsProcess(
  name: Name,
  args: readonly string[],
  typed: string,
  { env = process.env, node = [] }: ProcessOptions,
): Promise<Ran> {
  const { script, compiled } = await bundle(name)
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...options, ...node, script, ...args],
      { env: { ...env, NODE_COMPILE_CACHE: compiled } },
      (_error, out, err) => done({ code: child.exitCode, out, err }),
    )
    child.stdin?.end(typed)
  })
}
