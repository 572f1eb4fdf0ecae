/**
 * A comment that was typed and not sent yet. It is stored by its writer and video, for as long as the tab is open: a session may end
 * while one writes, and nobody else who signs in sees it.
 */
export type CommentDraft = { read(): string; keep(text: string): void }

export function commentDraft(userId: string, videoId: string): CommentDraft {
  const key = `comment_draft:${userId}:${videoId}`
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
