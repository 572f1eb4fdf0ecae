// What is in the images, as their containers see it.
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { containersOf, docker } from './running.ts'

/** Run in a container: its packages by its files, and those of its files that only builds or tests need. */
const look = `
  const { globSync, readFileSync } = require('node:fs')
  // Next has copies of packages in its own folder, which are a part of Next.
  const manifests = globSync('node_modules/**/package.json', { exclude: ['node_modules/next/dist/**'] })
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
  console.log(JSON.stringify({
    listed: JSON.parse(readFileSync('sbom.json', 'utf8')).components.map((one) => one.name + '@' + one.version),
    found: manifests.flatMap(({ name, version }) => (name && version ? name + '@' + version : [])),
    unwanted: globSync(['**/*.map', '**/*.test.*', '.next/cache', '/usr/local/bin/np*', '/usr/local/lib/node_modules/*',
      'node_modules/{@next/swc*,@prisma/engines,prisma,typescript,vitest}']),
  }))`
const looked = z.object({
  listed: z.array(z.string()),
  found: z.array(z.string()),
  unwanted: z.array(z.string()),
})

for (const service of ['web', 'worker', 'realtime', 'simulator'] as const)
  test(`the image of ${service} has the packages of its list, and nothing of builds and tests`, async () => {
    const [id = ''] = await containersOf(service)
    const { listed, found, unwanted } = looked.parse(JSON.parse(await docker('exec', id, 'node', '-e', look)))
    expect([...new Set(found)].sort()).toEqual([...new Set(listed)].sort())
    expect(unwanted).toEqual([])
  })

test('the worker’s page of queues comes with its scripts', async () => {
  const [id = ''] = await containersOf('worker')
  const page = (path: string) => {
    const asked = `fetch('http://127.0.0.1:3006${path}', { headers: { authorization: 'Bearer ' + process.env.METRICS_TOKEN } })`
    return docker('exec', id, 'node', '-e', `${asked}.then((r) => r.text()).then(console.log)`)
  }
  const html = await page('/queues/')
  expect(html).toContain('<base href="/queues/" />')
  const [, script = ''] = /<script[^>]* src="(static\/[^"]+)"/.exec(html) ?? []
  expect((await page(`/queues/${script}`)).length).toBeGreaterThan(10_000)
})
