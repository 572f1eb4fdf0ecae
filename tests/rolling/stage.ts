// Both releases on one database and one Redis, behind a proxy that leads to whichever the test says, as a load balancer leads
// people and M-Pesa now to one and now to the other while a release is rolled out.
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { env } from '#lib/core/env.ts'
import { startFront } from '#tests/e2e/front.ts'
import { processesOf, type ReleaseProcesses } from '#tests/support/release-processes.ts'

export const releases = ['before', 'this'] as const
export type Release = (typeof releases)[number]

export const other = (release: Release): Release => (release === 'before' ? 'this' : 'before')

/** Every pair of releases, the same one twice included. */
export const pairs = releases.flatMap((first) => releases.map((second) => [first, second] as const))

const folders = {
  before: () => inject('releaseBefore'),
  this: () => path.resolve(import.meta.dirname, '../..'),
}

const settings = {
  NODE_ENV: 'production',
  // What goes wrong in one of six processes has to be seen.
  LOG_LEVEL: 'error',
  // Whoever registers at one release is to be known at the other: that needs no mail.
  REQUIRE_EMAIL_VERIFICATION: 'false',
}

/** Starts web and realtime of both for the tests of one file; workers are the test's own. */
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
    /** Leads everybody who comes to PUBLIC_URL from now on, M-Pesa among them, to this release's web and realtime. */
    leadTo: (release: Release) => {
      const { web, realtime } = at(release).ports
      Object.assign(targets, { web, realtime })
    },
    origin: (release: Release) => `http://127.0.0.1:${at(release).ports.web}`,
  }
}
