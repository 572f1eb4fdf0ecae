import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Copies what git knows of this tree, like a fresh clone after a commit: images must not depend on untracked
 * files.
 * @returns the folder, which its caller removes
 */
export function copyTrackedFiles(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-clone-'))
  // A commit without a branch, which needs an author; none without changes.
  const somebody = ['-c', 'user.name=test', '-c', 'user.email=test@example.test']
  const stash = execFileSync('git', [...somebody, 'stash', 'create'], { cwd: root, encoding: 'utf8' })
  const changed = stash.trim()
  const archive = execFileSync('git', ['archive', '--format=tar', changed || 'HEAD'], {
    cwd: root,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  return folder
}
