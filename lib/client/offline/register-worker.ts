import { savesData } from '#lib/client/browser/stored-choice.ts'

/** A new worker is looked for at most this often (ms) while a page stays open; browsers look by themselves at each visit. */
const LOOK_EVERY_MS = 3_600_000

type Listeners = {
  /** A new version waits; calling what is given opens the page anew with it. */
  onNewer: (takeOver: () => void) => void
}

/** Registers the service worker, and tells of a newer one. Does nothing where there is none, or the browser has none. */
export async function registerWorker({ onNewer }: Listeners): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
  if (!registration) return
  // A worker that is switched off leaves when it hears of a page (lib/web/pages/service-worker-file.ts); any other takes no notice.
  registration.active?.postMessage({ type: 'PAGE_IS_HERE' })
  // Not the first one, which takes over by itself: there is nothing to take over from.
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
  if (isFirst) keepWhatIsHere(await serviceWorker.ready)
}

/** Only this page is opened anew, because its reader has asked: others may have something half written. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage({ type: 'SKIP_WAITING' })
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let looked = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - looked < LOOK_EVERY_MS) return
    looked = performance.now()
    // Without a line there is nothing new.
    void registration.update().catch(() => undefined)
  })
}

/**
 * Keeps what the first page has loaded, before a worker could see it. The browser has these files still, so nothing comes over
 * the line but the page itself, and not even that where data is to be saved.
 */
function keepWhatIsHere({ active }: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const urlsToCache = loaded.filter((name) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && /^\/(?:_next\/static|stills)\//.test(pathname)
  })
  if (!savesData()) urlsToCache.push(location.href.split('#', 1)[0] ?? '/')
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...new Set(urlsToCache)] } })
}
