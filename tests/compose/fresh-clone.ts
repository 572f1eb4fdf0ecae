import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Copies what git knows of this tree, as it is now: what a fresh clone has after a commit. What is not added to git, such as
 * a folder that only this machine has, can not be what an image is built from.
 * @returns the folder, which its caller removes
 */
export function copyTrackedFiles(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-clone-'))
  // A commit that belongs to no branch, for which git wants somebody's name. Where nothing was changed there is none.
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
