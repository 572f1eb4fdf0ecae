// Every image that is named anywhere has its digest, or a line in docs/operations/images.md that says why it has none.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { images } from '#tests/support/container-run.ts'
import { composeFiles, readServices } from './compose-files.ts'
import { podsOf } from './kubernetes-pods.ts'
import { applied } from './kubernetes-stage.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The names in the Dockerfile that are no stage of it and not `scratch`, which is empty. */
function namedByDockerfile(): string[] {
  const dockerfile = text('Dockerfile')
  const given = new Map(
    [...dockerfile.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  )
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
  const from = [...dockerfile.matchAll(/^FROM (\S+)/gm), ...dockerfile.matchAll(/^COPY --from=(\S+)/gm)]
  return from
    .map(([, name = '']) => name.replace(/\$\{(\w+)\}/, (_, variable) => given.get(variable) ?? ''))
    .filter((name) => name !== 'scratch' && !stages.includes(name))
}

const service = z.looseObject({
  image: z.string(),
  build: z.looseObject({ args: z.record(z.string(), z.string()).default({}) }).optional(),
})

/** What compose fetches, and what it builds images of ours from where it says so. What it builds has no digest before. */
function namedByCompose(files: readonly string[]): string[] {
  return Object.values(readServices(files)).flatMap((one) => {
    const { image, build } = service.parse(one)
    return build ? (build.args.NODE_IMAGE ?? []) : image
  })
}

const cluster = z.looseObject({ spec: z.looseObject({ imageName: z.string() }) })

function namedByKubernetes(): string[] {
  const all = Object.values(applied).flat()
  const ofPods = podsOf(all).flatMap(({ containers }) => containers.map(({ image }) => image))
  return [
    ...ofPods,
    ...all.filter(({ kind }) => kind === 'Cluster').map((one) => cluster.parse(one).spec.imageName),
  ]
}

const namedBy: Record<string, string[]> = {
  Dockerfile: namedByDockerfile(),
  ...Object.fromEntries(Object.entries(composeFiles).map(([name, files]) => [name, namedByCompose(files)])),
  'deploy/kubernetes': namedByKubernetes(),
  'tests/support/container-run.ts': Object.values(images),
}

const isPinned = (name: string) => /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(name)
const withoutDigest = ([, names]: [string, string[]]) => names.filter((name) => !isPinned(name))

const chapter = /^## By tag$.*/ms.exec(text('docs/operations/images.md'))?.[0] ?? ''
/** The images of the table, with the reason. */
const byTag = new Map(
  [...chapter.matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, name, why]) => [name, why]),
)

test.each(Object.entries(namedBy))(
  '%s names each image with its digest, or it is listed why not',
  (...one) => {
    expect(one[1].length).toBeGreaterThan(0)
    expect(withoutDigest(one).filter((name) => !byTag.has(name))).toEqual([])
    for (const name of one[1]) expect(name).toMatch(/:[\w.-]+(@sha256:[0-9a-f]{64})?$/)
    for (const name of one[1]) expect(name).not.toMatch(/:latest/)
  },
)

test('what is listed without a digest is named somewhere', () => {
  const named = Object.entries(namedBy).flatMap(withoutDigest)
  expect([...byTag.keys()].filter((name) => !named.includes(name ?? ''))).toEqual([])
})

describe('an image', () => {
  test('has one digest wherever its version is named', () => {
    const digests = new Map<string, Set<string>>()
    for (const name of Object.values(namedBy).flat().filter(isPinned)) {
      const [version = '', digest = ''] = name.split('@')
      digests.set(version, (digests.get(version) ?? new Set()).add(digest))
    }
    expect(digests.size).toBeGreaterThan(5)
    expect([...digests].filter(([, all]) => all.size > 1)).toEqual([])
  })

  test('is of the version that the demo and the tests run, to the last place that they name', () => {
    const tags = (file: string) => (namedBy[file] ?? []).map((name) => name.split('@')[0] ?? '')
    const tried = [...tags('Dockerfile'), ...tags('docker-compose.yml')]
    const inProduction = tags('deploy/single-server/docker-compose.yml')
    const nameOf = (image: string) => image.split(':')[0]
    for (const image of inProduction.filter((one) => tried.some((other) => nameOf(other) === nameOf(one)))) {
      const [version = ''] = /^[^-]+/.exec(image) ?? []
      expect(tried.some((other) => version.startsWith(/^[^-]+/.exec(other)?.[0] ?? ' '))).toBe(true)
    }
  })
})
