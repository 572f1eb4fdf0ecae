import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/core/env.ts'

/**
 * Takes the place of any worker at once, lets go all that was kept, and leaves. Pages that are open stay as they are. A page that registers
 * the worker as it leaves has it stay; so it leaves again when it hears of that page.
 */
export const leavingWorker = `self.addEventListener('install', () => self.skipWaiting())
const letGo = async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
self.addEventListener('activate', (event) => event.waitUntil(letGo()))
self.addEventListener('message', (event) => event.waitUntil(letGo()))
`

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Each look for a new worker gets to see it.
  'cache-control': 'no-cache',
}

/** Serves the service worker that the build has made; where it is switched off, one that leaves; 404 where none was made. */
export async function serviceWorkerFile(): Promise<Response> {
  if (env.SERVICE_WORKER === 'off') return new Response(leavingWorker, { headers })
  try {
    return new Response(await readFile(path.resolve('.next/worker/sw.js'), 'utf8'), { headers })
  } catch {
    // `npm run dev` has none.
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
}
