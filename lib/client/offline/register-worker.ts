import { savesData } from '#lib/client/browser/stored-choice.ts'

/** Interval in ms at which open pages look for a new version; browsers look at each visit. */
const LOOK_EVERY_MS = 3_600_000

type Listeners = {
  /** Called with a function that reloads the page with the new version. */
  onNewer: (takeOver: () => void) => void
}

/** No-op without support. */
export async function registerWorker({ onNewer }: Listeners): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
  if (!registration) return
  // On this message, a retired worker removes itself (lib/web/pages/service-worker-file.ts).
  registration.active?.postMessage({ type: 'PAGE_IS_HERE' })
  // Without a controller, the worker is the first and takes over by itself.
  const tell = (worker: ServiceWorker | null) => {
    if (worker && serviceWorker.controller) onNewer(() => takeOver(worker))
  }
  tell(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell(registration.waiting)
    })
  })
  lookNowAndThen(registration)
  if (isFirst) cacheCurrentPage(await serviceWorker.ready)
}

/** Activates the new worker by consent, and reloads this page only: others may have half-written text. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage({ type: 'SKIP_WAITING' })
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let looked = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - looked < LOOK_EVERY_MS) return
    looked = performance.now()
    void registration.update().catch(() => undefined)
  })
}

/**
 * Caches what the first page loaded before a worker existed. Only caching the page itself uses data; data
 * saver prevents that.
 */
function cacheCurrentPage({ active }: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const urlsToCache = loaded.filter((name) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && /^\/(?:_next\/static|stills)\//.test(pathname)
  })
  if (!savesData()) urlsToCache.push(location.href.split('#', 1)[0] ?? '/')
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...new Set(urlsToCache)] } })
}
