const PREFIX = 'comment_draft:'

/**
 * A comment that was typed and not sent yet. It is stored by its writer and video, for as long as the tab is open: a session may end
 * while one writes, and nobody else who signs in sees it.
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
        // Without storage it lasts as long as the form.
      }
    },
  }
}

/** Who signs out on purpose leaves none of them behind in this tab. */
export function forgetCommentDrafts(): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, place) => sessionStorage.key(place))
    for (const key of keys) if (key?.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // What could not be stored need not be removed.
  }
}
