import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const root = path.join(import.meta.dirname, '../..')
const versioned = z.object({ version: z.string() })

/**
 * Returns the commit of the previous release, or undefined before 1.0.0.
 * @throws Error from version 1.0.0 on, if deploy/release-before names no commit
 */
export function releaseBefore(
  version = versioned.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version,
  named = readFileSync(path.join(root, 'deploy/release-before'), 'utf8').trim(),
): string | undefined {
  if (named !== '') return named
  if (version.startsWith('0.')) return undefined
  throw new Error(`This is version ${version}: deploy/release-before must name the commit that runs now.`)
}
