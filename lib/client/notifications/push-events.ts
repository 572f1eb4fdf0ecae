/** Content of a push, sent by lib/domain/notifications/push.ts. */
type Message = { title?: string; body?: string; path?: string; tag?: string }

type PushEventLike = { waitUntil(done: Promise<unknown>): void; data: { json(): unknown } | null }
type ClickEventLike = {
  waitUntil(done: Promise<unknown>): void
  notification: { close(): void; data: unknown }
}
type Page = { url: string; focus(): Promise<unknown> }

export type PushWorker = {
  addEventListener(type: 'push', listener: (event: PushEventLike) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEventLike) => void): void
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  location: { origin: string }
}

export function listenForPush(worker: PushWorker): void {
  worker.addEventListener('push', (event) => {
    let message: Message = {}
    try {
      message = (event.data?.json() ?? {}) as Message
    } catch {
      // Shows the defaults: browsers require a visible notification.
    }
    const { title = 'Ngoma', body = '', path = '/notifications', tag = 'news' } = message
    event.waitUntil(
      worker.registration.showNotification(title, {
        body,
        tag,
        data: { path },
        icon: '/icons/icon-192.png',
        badge: '/icons/icon-192.png',
      }),
    )
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path = '/notifications' } = (event.notification.data ?? {}) as { path?: string }
    const target = new URL(path, worker.location.origin)
    // Opens only our origin, whatever was pushed.
    const address = target.origin === worker.location.origin ? target.href : worker.location.origin
    const open = async () => {
      const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
      // Does not navigate other open pages, which may contain half-typed text.
      const page = pages.find(({ url }) => url === address)
      return page ? page.focus() : worker.clients.openWindow(address)
    }
    event.waitUntil(open().catch(() => worker.clients.openWindow(address)))
  })
}
