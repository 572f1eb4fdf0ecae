import { listenForPush } from '#lib/client/notifications/push-events.ts'

export const dynamic = 'force-static'

/** The service worker: it shows pushes and does nothing else. */
export function GET() {
  return new Response(`(${listenForPush.toString()})(self)\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
