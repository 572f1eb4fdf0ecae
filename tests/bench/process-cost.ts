import { readdirSync, readFileSync } from 'node:fs'
import WebSocket from 'ws'
import type { Part } from '#server/local/part.ts'
import { until } from '../support/until.ts'

/** Linux reports the CPU of processes. */
export const canTellCost = process.platform === 'linux'

/** Nanoseconds of CPU of all threads since the start. */
export function cpuOf(pid: number): bigint {
  const tasks = readdirSync(`/proc/${pid}/task`)
  return tasks.reduce((sum, task) => {
    const [ran = '0'] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')
    return sum + BigInt(ran)
  }, 0n)
}

const TICK_NANOSECONDS = 10_000_000n

/** With all child processes, also ended ones, as PostgreSQL has a process per connection. */
export function cpuOfTree(root: number): bigint {
  const children = childrenOf()
  const cpuWithChildren = (pid: number): bigint =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + cpuWithChildren(child), cpuIfThere(pid))
  return cpuWithChildren(root) + reapedBy(root)
}

/** A process may end during the read. */
function cpuIfThere(pid: number): bigint {
  try {
    return cpuOf(pid)
  } catch {
    return 0n
  }
}

function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(statOf(name)?.[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return children
}

/** CPU of ended children in clock ticks (proc(5), cutime and cstime). */
function reapedBy(pid: number): bigint {
  const stat = statOf(String(pid))
  return (BigInt(stat?.[13] ?? 0) + BigInt(stat?.[14] ?? 0)) * TICK_NANOSECONDS
}

/** Fields of proc(5) from the third, `state`: the name before may have blanks and brackets. */
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** In units of 1,000,000 bytes. */
export function memoryOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}

/** For a Node process started with --inspect-port=0. */
export async function collectGarbage(part: Part): Promise<void> {
  const listening = /Debugger listening on (ws:\S+)/g
  const addresses = () => [...readFileSync(part.logFile, 'utf8').matchAll(listening)].map(([, url]) => url)
  // The first signal opens the inspector.
  process.kill(part.pid, 'SIGUSR1')
  await until('the inspector of realtime', () => addresses().length > 0)
  const socket = new WebSocket(addresses().at(-1) ?? '')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('message', () => resolve())
      socket.once('open', () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })))
    })
  } finally {
    socket.terminate()
  }
}
