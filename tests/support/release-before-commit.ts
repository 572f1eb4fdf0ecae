import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/**
 * Returns the commit of the previous release: the one that set its version in package.json.
 * @param version by default of deploy/release-before
 * @throws Error if no commit of this clone set it, or the clone is shallow
 */
export function releaseBefore(
  version = readFileSync(path.join(root, 'deploy/release-before'), 'utf8').trim(),
): string {
  // The last commit of a shallow clone seems to have set everything.
  if (git('rev-parse', '--is-shallow-repository') !== 'false')
    throw new Error('The previous release is in the history: run "git fetch --unshallow".')
  const line = `"version": "${version.replaceAll('.', '\\.')}"`
  const [commit = ''] = git('log', '--reverse', '--format=%H', '-G', line, '--', 'package.json').split('\n')
  if (commit === '') throw new Error(`No commit sets version ${version}, which deploy/release-before names.`)
  return commit
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
