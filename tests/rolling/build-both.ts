import { buildWebIfStale } from '#server/local/build.ts'
import { buildReleaseBefore } from '#tests/support/release-before.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the previous release, built. */
    releaseBefore: string
  }
}

/** Builds both releases if needed: in CI, `npm test` has built this one. */
export async function setup(project: {
  provide: (key: 'releaseBefore', value: string) => void
}): Promise<void> {
  await buildWebIfStale(console.log)
  console.log('Building the release before, unless it is there (a minute and a half).')
  project.provide('releaseBefore', buildReleaseBefore())
}
