import { Parser } from 'htmlparser2'
import { env } from '#lib/core/env.ts'
import { calledHosts, hashedScripts } from './content-security.ts'

/** What Next stores. Pages (APP_PAGE) have a document and headers. */
type Value = {
  kind: string
  html?: string
  headers?: Record<string, unknown>
  status?: number
}

/** About 50 MB. Pages in use come back every few seconds, when they are rendered again, and others are dropped first. */
const MOST_PAGES = 200

const pages = new Map<string, { value: Value | null; lastModified: number }>()

/**
 * Next's cache of rendered pages (`cacheHandler` of next.config.mjs). It starts empty, so a page of the build is rendered again
 * before anybody sees it: the build has neither data nor this installation's address.
 */
export default class PageCache {
  async get(key: string) {
    return pages.get(key) ?? null
  }

  /** Stores a page. Next sends the same object to the request for which it was rendered, so the page is completed here. */
  async set(key: string, value: Value | null): Promise<void> {
    complete(value)
    pages.delete(key)
    pages.set(key, { value, lastModified: Date.now() })
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_PAGES) break
      pages.delete(oldest)
    }
  }

  /** Pages change with time alone. */
  async revalidateTag(): Promise<void> {}

  resetRequestCache(): void {}
}

/**
 * Adds two things to a page. A cached page is the same for everybody, so it can not have a nonce: its policy has the hashes of its
 * inline scripts instead. And components/shell/answer-status.tsx names the status that the page is answered with.
 */
function complete(value: Value | null): void {
  if (value?.kind !== 'APP_PAGE' || value.html === undefined) return
  const { scripts, status } = readDocument(value.html)
  const policy = `${hashedScripts(scripts)}; ${calledHosts(env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT)}`
  value.headers = { ...value.headers, 'content-security-policy': policy }
  if (status) value.status = Number(status)
}

function readDocument(html: string): { scripts: string[]; status: string | undefined } {
  const scripts: string[] = []
  let status: string | undefined
  let isInScript = false
  const parser = new Parser({
    onopentag(name, { src, name: meta, content }) {
      isInScript = name === 'script' && src === undefined
      if (isInScript) scripts.push('')
      if (name === 'meta' && meta === 'answer-status') status = content
    },
    ontext(text) {
      if (isInScript) scripts.push((scripts.pop() ?? '') + text)
    },
    onclosetag() {
      isInScript = false
    },
  })
  parser.end(html)
  return { scripts, status }
}
