// The previous release, which runs during this release's migrations (docs/operations/deploy.md): its files
// with this release's packages. Packages that only the previous release uses stay in devDependencies until
// deploy/release-before changes.
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
  /** Runs a module's text with the code of that release. @returns its standard output */
  run(module: string): string
  remove(): Promise<void>
}

/** @throws Error if the clone lacks the commit */
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
 * Builds that release with its pages, once per commit and lockfile. The folder is in this clone, because Next
 * builds with no packages outside of it.
 * @returns the folder
 * @throws Error if the clone lacks the commit
 */
export function buildReleaseBefore(): string {
  const lockfile = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')))
  const kept = path.join(root, '.local', 'release-before')
  const directory = path.join(kept, `${releaseBefore()}-${lockfile.digest('hex').slice(0, 12)}`)
  const built = path.join(directory, '.next', 'ngoma-built')
  if (existsSync(built)) return directory
  // Removes earlier releases and unfinished builds.
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  writeReleaseBefore(directory)
  linkFiles(packages, path.join(directory, 'node_modules'))
  generateClientOf(directory)
  // Tailwind skips files that git ignores, unless their folder is a repository itself.
  execFileSync('git', ['init', '--quiet'], { cwd: directory })
  execFileSync(process.execPath, ['server/local/make-faces.ts'], { cwd: directory })
  execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: directory,
    env: {
      ...process.env,
      // The build must not reach services, as in server/local/build.ts.
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

function writeReleaseBefore(directory: string): void {
  execFileSync('tar', ['-x'], { cwd: directory, input: archiveOf(releaseBefore()) })
}

function generateClientOf(directory: string): void {
  execFileSync(process.execPath, ['prisma/generate.ts'], { cwd: directory, maxBuffer: hugeBytes })
}

/** Links a folder's files by hard links, which use no disk space. */
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
  return execFileSync('git', ['archive', commit, '.'], { cwd: root, maxBuffer: hugeBytes, stdio: 'pipe' })
}
