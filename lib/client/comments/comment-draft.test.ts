import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { commentDraft, forgetCommentDrafts } from './comment-draft.ts'

afterEach(() => vi.unstubAllGlobals())

test("a comment that was typed is its writer's, on that video, until they sign out on purpose", () => {
  vi.stubGlobal('sessionStorage', memoryStorage({ other: 'stays' }))
  commentDraft('asha', 'v1').keep('Moto!')
  commentDraft('asha', 'v2').keep('Sawa')
  expect(commentDraft('asha', 'v1').read()).toBe('Moto!')
  expect(commentDraft('juma', 'v1').read()).toBe('')
  forgetCommentDrafts()
  expect(commentDraft('asha', 'v1').read()).toBe('')
  expect(commentDraft('asha', 'v2').read()).toBe('')
  expect(sessionStorage.getItem('other')).toBe('stays')
})
