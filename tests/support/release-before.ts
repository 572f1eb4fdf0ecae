// The release before this one, which goes on running while this one's migrations are applied (docs/operations.md, Deploy):
// its own files of deploy/release-before, with this release's packages.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { env } from '#lib/core/env.ts'
import { until } from './until.ts'

const root = path.join(import.meta.dirname, '../..')

export type ReleaseBefore = {
  /** Starts its worker on this test's database and Redis; resolves once it answers. */
  startWorker(): Promise<void>
  /** Ends its worker as a deployment does, by SIGTERM; what it has begun is finished when this resolves. */
  endWorker(): Promise<void>
  /** Runs a module's text with its code. @returns what it wrote to standard output */
  run(module: string): string
  /** Ends its worker, if it runs, and removes its files. */
  end(): Promise<void>
}

/** @throws Error where the clone does not have that release's commit */
export function checkOutReleaseBefore(): ReleaseBefore {
  const commit = readFileSync(path.join(root, 'deploy/release-before'), 'utf8').trim()
  const directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-release-'))
  const inRelease = { cwd: directory, env: process.env, maxBuffer: 2 ** 30 }
  execFileSync('tar', ['-x'], { cwd: directory, input: archiveOf(commit) })
  symlinkSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'))
  execFileSync(process.execPath, ['prisma/generate.ts'], inRelease)
  let worker: ChildProcess | undefined
  const endWorker = async () => {
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
  return {
    startWorker: async () => {
      worker = spawn(process.execPath, ['workers/main.ts'], {
        ...inRelease,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await until('the worker of the release before answers', answersHealth, 60)
    },
    endWorker,
    run: (module) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', module], {
        ...inRelease,
        encoding: 'utf8',
      }),
    end: async () => {
      await endWorker()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function archiveOf(commit: string): Buffer {
  try {
    return execFileSync('git', ['archive', commit, '.'], { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' })
  } catch (error) {
    throw new Error(`The clone does not have the release before (${commit}): it needs the whole history.`, {
      cause: error,
    })
  }
}

async function answersHealth(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${env.WORKER_PORT}/health`).catch(() => undefined)
  return answer?.ok === true
}
