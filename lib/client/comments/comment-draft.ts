const PREFIX = 'comment_draft:'

/**
 * An unsent comment in the tab, by writer and video. The draft survives the end of a session; other users
 * never see it.
 */
export type CommentDraft = { read(): string; keep(text: string): void }

export function commentDraft(userId: string, videoId: string): CommentDraft {
  const key = `${PREFIX}${userId}:${videoId}`
  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    keep(text) {
      try {
        if (text.trim()) sessionStorage.setItem(key, text)
        else sessionStorage.removeItem(key)
      } catch {
        // Storage is unavailable.
      }
    },
  }
}

/** Called when the user signs out, but not when the session times out. */
export function forgetCommentDrafts(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, place) => sessionStorage.key(place))
    for (const key of keys) if (key?.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}
