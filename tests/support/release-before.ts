// The previous release, which runs on while this one's migrations are applied (docs/operations/deploy.md): its own files, with
// this release's packages. A package that only that release uses stays among the devDependencies until deploy/release-before
// names a newer one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { releaseBefore } from './release-before-commit.ts'
import { processesOf, type ReleaseProcesses } from './release-processes.ts'
import { shortLived } from './short-lived.ts'

const root = path.join(import.meta.dirname, '../..')
const packages = path.join(root, 'node_modules')
const hugeBytes = 2 ** 30

export type ReleaseBefore = ReleaseProcesses & {
  /** Runs a module's text with its code. @returns what it wrote to standard output */
  run(module: string): string
  /** Ends what still runs of it, and removes its files. */
  remove(): Promise<void>
}

/** @throws Error where the clone does not have that release's commit */
export async function checkOutReleaseBefore(): Promise<ReleaseBefore> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-release-'))
  writeReleaseBefore(directory)
  symlinkSync(packages, path.join(directory, 'node_modules'))
  generateClientOf(directory)
  const processes = await processesOf(directory)
  return {
    ...processes,
    run: (module) =>
      execFileSync(process.execPath, [...shortLived, '--input-type=module', '--eval', module], {
        cwd: directory,
        env: process.env,
        maxBuffer: hugeBytes,
        encoding: 'utf8',
      }),
    remove: async () => {
      await processes.endAll()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Builds that release with its pages, unless it was built here before from the same commit and packages. Its folder lies in
 * this clone's own tree, as if it were a clone by itself: Next builds with no package from outside of it.
 * @returns its folder
 * @throws Error where the clone does not have that release's commit
 */
export function buildReleaseBefore(): string {
  const lockfile = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  const kept = path.join(root, '.local', 'release-before')
  const directory = path.join(kept, `${commitBefore()}-${lockfile.digest('hex').slice(0, 12)}`)
  const built = path.join(directory, '.next', 'ngoma-built')
  if (existsSync(built)) return directory
  // Those of former releases, and one that was not finished.
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  writeReleaseBefore(directory)
  linkFiles(packages, path.join(directory, 'node_modules'))
  generateClientOf(directory)
  // Tailwind reads whatever git does not ignore, and git ignores the whole folder unless it is a repository.
  execFileSync('git', ['init', '--quiet'], { cwd: directory })
  execFileSync(process.execPath, ['server/local/make-faces.ts'], { cwd: directory })
  execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: directory,
    env: {
      ...process.env,
      // As this release's build (server/local/build.ts): it reaches no service.
      LOG_LEVEL: 'error',
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
      REDIS_SENTINELS: '',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(built, '')
  return directory
}

function commitBefore(): string {
  const commit = releaseBefore()
  if (commit === undefined) throw new Error('deploy/release-before names no release.')
  return commit
}

function writeReleaseBefore(directory: string): void {
  execFileSync('tar', ['-x'], { cwd: directory, input: archiveOf(commitBefore()) })
}

function generateClientOf(directory: string): void {
  execFileSync(process.execPath, ['prisma/generate.ts'], { cwd: directory, maxBuffer: hugeBytes })
}

/** The same files once more, without what they take on disk. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [file, link] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(file, link)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(file), link)
    else linkSync(file, link)
  }
}

function archiveOf(commit: string): Buffer {
  try {
    return execFileSync('git', ['archive', commit, '.'], { cwd: root, maxBuffer: hugeBytes, stdio: 'pipe' })
  } catch (error) {
    throw new Error(`The clone does not have the release before (${commit}): it needs the whole history.`, {
      cause: error,
    })
  }
}
