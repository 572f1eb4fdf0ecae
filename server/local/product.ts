import { createRequire } from 'node:module'
import type { StackConfig } from './config.ts'
import { type Part, startPart } from './part.ts'

export type WebMode = 'start' | 'dev'

export const startSimulator = (config: StackConfig): Promise<Part> =>
  startNode(config, 'simulator', ['simulator/main.ts'], '/')

export const startWorker = (config: StackConfig): Promise<Part> =>
  startNode(config, 'worker', ['workers/main.ts'], '/health')

export const startRealtime = (config: StackConfig): Promise<Part> =>
  startNode(config, 'realtime', ['server/realtime/main.ts'], '/health/')

/** Starts the build behind the front door, or `next dev`. */
export function startWeb(config: StackConfig, mode: WebMode): Promise<Part> {
  if (mode === 'start') return startNode(config, 'web', ['server/web/main.ts'], '/api/health/')
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const args = [next, 'dev', '-H', '127.0.0.1', '-p', String(config.ports.web)]
  const development = { ...config, settings: { ...config.settings, NODE_ENV: 'development' } }
  return startNode(development, 'web', args, '/api/health/', 180)
}

function startNode(
  { settings, ports, dataDir }: StackConfig,
  name: 'simulator' | 'worker' | 'realtime' | 'web',
  args: string[],
  health: string,
  timeoutSeconds?: number,
): Promise<Part> {
  return startPart({
    name,
    command: process.execPath,
    args,
    env: { NODE_ENV: 'production', ...settings },
    dataDir,
    answers: `http://127.0.0.1:${ports[name]}${health}`,
    timeoutSeconds,
  })
}
