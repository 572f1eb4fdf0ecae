// Whatever compose starts can change none of its own files, gain no right, fill no machine, and is asked whether it works.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { composeFiles, readServices } from './compose-files.ts'

const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')

const confined = z.looseObject({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  pids_limit: z.int().max(1024),
  mem_limit: z.string().regex(/^\d[mg]$/),
  cpu_quota: z.int().max(400_000),
  init: z.literal(true),
  user: z.string().optional(),
  build: z.looseObject({ target: z.string() }).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).min(2) }).optional(),
})

// Any of these would take the confinement back.
const never = [
  'privileged',
  'pid',
  'ipc',
  'network_mode',
  'devices',
  'userns_mode',
  'cgroup_parent',
  'group_add',
]

const stepsDown = {
  why: 'The image starts as root, gives the folder of its volume to a user of its own, and becomes that user.',
  rights: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
}

/** Who starts as root, why, and what such a root may do. */
const roots: Record<string, { why: string; rights: string[] }> = {
  redis: stepsDown,
  s3: stepsDown,
  caddy: {
    why: 'The image’s folder of certificates is root’s. It may take the ports 80 and 443, and nothing else.',
    rights: ['NET_BIND_SERVICE'],
  },
}

/** Who is not asked whether it works, and why. */
const unasked: Record<string, string> = {
  migrate: 'It ends when its work is done; the others wait for that.',
  'otel-collector': 'Its image has no other program that could ask. Prometheus scrapes it.',
  tempo: 'Its image has no other program that could ask. Prometheus scrapes it.',
}

/** The user of an image of ours. */
function userOf(target: string): string | undefined {
  const stage = dockerfile.split(/^FROM /m).find((one) => one.split('\n')[0]?.endsWith(` AS ${target}`))
  return /^USER (\S+)$/m.exec(stage ?? '')?.[1]
}

const everyService = Object.entries(composeFiles).flatMap(([from, files]) =>
  Object.entries(readServices(files)).map(([name, settings]) => ({ from, name, settings })),
)

describe.each(everyService)('$name of $from', ({ name, settings }) => {
  test('is confined', () => {
    const { cap_add } = confined.parse(settings)
    expect(cap_add).toEqual(roots[name]?.rights ?? [])
    expect(never.filter((one) => one in settings)).toEqual([])
  })

  test('runs without root, or with a written reason', () => {
    const { user, build } = confined.parse(settings)
    const own = user ?? (build ? userOf(build.target) : undefined)
    if (name in roots) expect(own).toBeUndefined()
    else expect(own).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  test('is asked whether it works', () => {
    expect(confined.parse(settings).healthcheck === undefined).toBe(name in unasked)
  })
})

test('web, which may write into /tmp alone, is built to write no page and no picture', () => {
  const webs = everyService.filter(({ settings }) => confined.parse(settings).build?.target === 'web')
  const writable = webs.flatMap(({ settings: { tmpfs, volumes } }) => [tmpfs, volumes ?? []].flat())
  const mounts = writable.map(String).filter((mount) => !mount.endsWith(':ro'))
  expect(mounts.map((mount) => mount.split(':')[0])).toEqual(webs.map(() => '/tmp'))
  const config = readFileSync(path.join(root, 'next.config.mjs'), 'utf8')
  expect(config).toContain("cacheHandler: path.resolve('lib/web/pages/page-cache.ts')")
  expect(config).toContain('images: { unoptimized: true }')
})

test('each exception is one that somebody takes', () => {
  const names = new Set(everyService.map(({ name }) => name))
  expect([...Object.keys(roots), ...Object.keys(unasked)].filter((name) => !names.has(name))).toEqual([])
})
