import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { QueueOptions } from 'bullmq'
import type { ProcessName } from './env-variables.ts'
import { log } from './log.ts'
import { processSingleton } from './process-singleton.ts'
import { isTracing } from './tracing.ts'
import type { Tracing } from './tracing-sdk.ts'

type State = { starting?: Promise<Tracing | undefined>; tracing?: Tracing }

const state = processSingleton('tracing', (): State => ({}))

/** Exports this process's spans from now on. Loads and does nothing without a receiver. Call before queues are opened. */
export async function startTracing(process: ProcessName): Promise<void> {
  if (!isTracing) return
  const its = state.get()
  its.starting ??= start(process)
  its.tracing = await its.starting
}

/** Loads the SDK by its path, because Next's bundler cannot bundle it. Without it the process works as well. */
async function start(process: ProcessName): Promise<Tracing | undefined> {
  try {
    const file = pathToFileURL(path.resolve('lib/core/tracing-sdk.ts')).href
    const sdk: typeof import('./tracing-sdk.ts') = await import(/* turbopackIgnore: true */ file)
    return await sdk.startSdk(process)
  } catch (error) {
    log.error({ err: error }, 'no traces')
    return undefined
  }
}

export async function endTracing(): Promise<void> {
  await state.get().tracing?.end()
}

/** The option of BullMQ's queues and workers that continues traces in jobs. */
export function queueTelemetry(): Pick<QueueOptions, 'telemetry'> {
  const tracing = isTracing ? state.get().tracing : undefined
  return tracing ? { telemetry: tracing.telemetry } : {}
}
