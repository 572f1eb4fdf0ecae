const VIDEO = /^\/video\/([0-9a-f-]{36})\/?$/

/**
 * Lets go of a page that the network has answered with 404, in each language, and of a video's pictures with it: what was withdrawn is
 * not shown again where there is no line.
 */
export async function forgetGone(address: string): Promise<void> {
  const { pathname } = new URL(address)
  const [, videoId] = VIDEO.exec(pathname) ?? []
  await letGo('pages', (path) => path === pathname)
  if (videoId) await letGo('pictures', (path) => path.startsWith(`/stills/${videoId}/`))
}

async function letGo(name: string, isGone: (path: string) => boolean): Promise<void> {
  const cache = await caches.open(name)
  const gone = (await cache.keys()).filter(({ url }) => isGone(new URL(url).pathname))
  await Promise.all(gone.map((request) => cache.delete(request, { ignoreVary: true })))
}
