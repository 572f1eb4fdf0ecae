// A release's web, realtime and worker, run from its folder on this test's database and Redis.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePorts } from '#server/local/free-port.ts'
import { shortLived } from './short-lived.ts'
import { until } from './until.ts'

const parts = {
  web: { file: 'server/web/main.ts', health: '/api/ready/' },
  realtime: { file: 'server/realtime/main.ts', health: '/health/' },
  worker: { file: 'workers/main.ts', health: '/health' },
}
export type PartName = keyof typeof parts

export type ReleaseProcesses = {
  readonly ports: Readonly<Record<PartName, number>>
  /** Starts these processes; resolves once each is ready. */
  start(...names: PartName[]): Promise<void>
  /** Ends these processes by SIGTERM, which shuts them down gracefully. */
  end(...names: PartName[]): Promise<void>
  endAll(): Promise<void>
}

/**
 * @param directory the release's, with its built pages if web starts
 * @param settings added to this test's environment
 */
export async function processesOf(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ReleaseProcesses> {
  const [web = 0, realtime = 0, worker = 0] = await findFreePorts(3)
  const ports = { web, realtime, worker }
  const environment = {
    ...process.env,
    WEB_PORT: String(web),
    REALTIME_PORT: String(realtime),
    WORKER_PORT: String(worker),
    ...settings,
  }
  const running = new Map<PartName, ChildProcess>()
  const start = async (name: PartName) => {
    const { file, health } = parts[name]
    const child = spawn(process.execPath, [...shortLived, file], {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    running.set(name, child)
    await until(
      `${name} of ${directory} is ready`,
      () => {
        if (hasEnded(child)) throw new Error(`${name} of ${directory} ended before it was ready`)
        return isReady(`http://127.0.0.1:${ports[name]}${health}`)
      },
      90,
    )
  }
  const end = async (name: PartName) => {
    const child = running.get(name)
    running.delete(name)
    if (!child || hasEnded(child)) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    ports,
    start: async (...names) => {
      await Promise.all(names.map(start))
    },
    end: async (...names) => {
      await Promise.all(names.map(end))
    },
    endAll: async () => {
      await Promise.all([...running.keys()].map(end))
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}
