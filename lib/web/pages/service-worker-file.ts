import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/core/env.ts'

/**
 * A worker that replaces any other, deletes all caches and unregisters itself. It repeats this at each
 * message, because a page that registers meanwhile would keep the worker.
 */
export const leavingWorker = `self.addEventListener('install', () => self.skipWaiting())
const unregister = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
self.addEventListener('activate', (event) => event.waitUntil(unregister()))
self.addEventListener('message', (event) => event.waitUntil(unregister()))
`

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Makes browsers check for a new worker.
  'cache-control': 'no-cache',
}

/** Serves the worker; if it is switched off, one that removes itself; if it was not built, 404. */
export async function serviceWorkerFile(): Promise<Response> {
  if (env.SERVICE_WORKER === 'off') return new Response(leavingWorker, { headers })
  try {
    return new Response(await readFile(path.resolve('.next/worker/sw.js'), 'utf8'), { headers })
  } catch {
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}
