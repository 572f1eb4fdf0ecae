// Both releases on one database and one Redis, behind a proxy that the test switches, as a load balancer does
// for users and M-Pesa during a rollout.
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { env } from '#lib/core/env.ts'
import { startFront } from '#tests/e2e/front.ts'
import { processesOf, type ReleaseProcesses } from '#tests/support/release-processes.ts'

export const releases = ['before', 'this'] as const
export type Release = (typeof releases)[number]

export const other = (release: Release): Release => (release === 'before' ? 'this' : 'before')

/** Every pair of releases, also equal ones. */
export const pairs = releases.flatMap((first) => releases.map((second) => [first, second] as const))

const folders = {
  before: () => inject('releaseBefore'),
  this: () => path.resolve(import.meta.dirname, '../..'),
}

const settings = {
  NODE_ENV: 'production',
  // Errors of any of the six processes must be visible.
  LOG_LEVEL: 'error',
  // Registration at one release must work at the other without a mail.
  REQUIRE_EMAIL_VERIFICATION: 'false',
}

/** Starts web and realtime of both for one test file; the test starts workers. */
export function setUpBothReleases() {
  const targets = { web: 0, realtime: 0 }
  const started = new Map<Release, ReleaseProcesses>()
  const ends: (() => Promise<void>)[] = []
  const at = (release: Release) => {
    const found = started.get(release)
    if (!found) throw new Error('both releases run only while tests run')
    return found
  }
  beforeAll(async () => {
    ends.push((await startFront(env.WEB_PORT, targets)).close)
    for (const release of releases) {
      const processes = await processesOf(folders[release](), settings)
      started.set(release, processes)
      ends.push(processes.endAll)
    }
    await Promise.all(releases.map((release) => at(release).start('web', 'realtime')))
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return {
    at,
    /** Switches PUBLIC_URL, also for M-Pesa, to a release's web and realtime. */
    leadTo: (release: Release) => {
      const { web, realtime } = at(release).ports
      Object.assign(targets, { web, realtime })
    },
    origin: (release: Release) => `http://127.0.0.1:${at(release).ports.web}`,
  }
}
