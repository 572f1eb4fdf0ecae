// The product's own processes, as the local stack runs them.
import { createRequire } from 'node:module'
import path from 'node:path'
import type { StackConfig } from './config.ts'
import { type Part, startPart } from './part.ts'
import { answersHttp, waitUntilReady } from './wait-until.ts'

export type WebMode = 'start' | 'dev'

const root = path.join(import.meta.dirname, '..', '..')

export async function startSimulator(config: StackConfig): Promise<Part> {
  const part = await startNode(config, 'simulator', 'simulator/main.ts')
  return answering(part, `http://127.0.0.1:${config.ports.simulator}/`)
}

export async function startWorker(config: StackConfig): Promise<Part> {
  const part = await startNode(config, 'worker', 'workers/main.ts')
  return answering(part, `http://127.0.0.1:${config.ports.worker}/health`)
}

export async function startRealtime(config: StackConfig): Promise<Part> {
  const part = await startNode(config, 'realtime', 'server/realtime/main.ts')
  return answering(part, `http://127.0.0.1:${config.ports.realtime}/health/`)
}

/** What was built behind its front door, or `next dev`, which compiles each page when it is asked for. */
export async function startWeb(config: StackConfig, mode: WebMode): Promise<Part> {
  const part = await (mode === 'start'
    ? startNode(config, 'web', 'server/web/main.ts')
    : startNextDev(config))
  return answering(part, `http://127.0.0.1:${config.ports.web}/api/health/`, mode === 'dev' ? 180 : 60)
}

function startNextDev(config: StackConfig): Promise<Part> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  return startPart({
    name: 'web',
    command: process.execPath,
    args: [next, 'dev', '-H', '127.0.0.1', '-p', String(config.ports.web)],
    env: { ...config.settings, NODE_ENV: 'development' },
    dataDir: config.dataDir,
  })
}

function startNode(config: StackConfig, name: string, file: string): Promise<Part> {
  return startPart({
    name,
    command: process.execPath,
    args: [path.join(root, file)],
    env: { ...config.settings, NODE_ENV: config.settings.NODE_ENV ?? 'production' },
    dataDir: config.dataDir,
  })
}

async function answering(part: Part, url: string, seconds = 60): Promise<Part> {
  try {
    await waitUntilReady(part, () => answersHttp(url), seconds)
    return part
  } catch (error) {
    part.kill()
    throw error
  }
}
