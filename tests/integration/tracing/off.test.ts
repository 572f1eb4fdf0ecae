import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { startProduct } from '#tests/support/product-processes.ts'

const money = setUpMoney({ web: 'none', worker: 'none' })

const listPackages = ['--import', new URL('../../support/list-packages.mjs', import.meta.url).href]

/** @returns what each process has loaded, by what it wrote */
const loadedBy = (output: string): string[][] =>
  [...output.matchAll(/^packages: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
const ofTelemetry = (packages: readonly string[]) =>
  packages.filter((name) => /opentelemetry|otel/.test(name))

test('without a receiver no process loads more of OpenTelemetry than its interface', async () => {
  const product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, listPackages)
  const id = await order(await money.video(), newPhone())
  await untilState(id, 'credited').finally(() => product.end())
  const loaded = loadedBy(product.output())
  expect(loaded).toHaveLength(3)
  for (const packages of loaded) {
    expect(packages).toContain('pg')
    expect(ofTelemetry(packages)).toEqual(['@opentelemetry/api'])
  }
  const [row] = await rows(db(), 'SELECT trace_context FROM payment_intent WHERE id = $1', [id])
  expect(row).toEqual({ trace_context: null })
})

test.each([
  { settings: {}, isOn: true },
  { settings: { OTEL_SDK_DISABLED: 'true' }, isOn: false },
  { settings: { OTEL_TRACES_EXPORTER: 'none' }, isOn: false },
])('with a receiver and $settings the library is loaded: $isOn', ({ settings, isOn }) => {
  const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const script = `import { endTracing, startTracing } from '#lib/core/start-tracing.ts'
    await startTracing('worker')
    await endTracing()`
  const { stdout } = spawnSync(process.execPath, [...listPackages, '--input-type=module', '--eval', script], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, ...receiver, ...settings },
    encoding: 'utf8',
  })
  const [loaded = []] = loadedBy(stdout)
  expect(ofTelemetry(loaded).includes('@opentelemetry/sdk-node')).toBe(isOn)
})
