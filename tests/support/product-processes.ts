// Web, worker and realtime as processes on a test's database and Redis, with their log.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { shortLived } from './short-lived.ts'
import { until } from './until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = {
  web: 'tests/support/traced-web.ts',
  worker: 'workers/main.ts',
  realtime: 'server/realtime/main.ts',
}

export type ProductProcesses = {
  readonly realtimePort: number
  /** All that was written so far, by any of them. */
  output(): string
  end(): Promise<void>
}

/**
 * Starts them and waits until each has said so in its log.
 * @param settings added to this test's environment
 * @param options of Node.js
 */
export async function startProduct(
  settings: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<ProductProcesses> {
  const realtimePort = await findFreePort()
  const environment = {
    ...process.env,
    LOG_LEVEL: 'info',
    REALTIME_PORT: String(realtimePort),
    ...settings,
  }
  let output = ''
  const children: ChildProcess[] = Object.values(files).map((file) => {
    const child = spawn(process.execPath, [...shortLived, ...options, file], { cwd: root, env: environment })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    return child
  })
  await until(
    'web, worker and realtime are up',
    () => {
      if (children.some(({ exitCode }) => exitCode !== null)) throw new Error(output)
      return Object.keys(files).every((name) => output.includes(`${name} is up`))
    },
    120,
  )
  return {
    realtimePort,
    output: () => output,
    end: async () => {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'close')
          child.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}
