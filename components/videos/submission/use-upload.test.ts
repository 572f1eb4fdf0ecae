import { expect, test } from 'vitest'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { type OwnAssignments, useMarkSubmitted, useReloadSubmissions } from './use-upload.ts'

const listed = (video_title: string): OwnAssignments =>
  ({ assignments: [{ id: 'a', video_title } as DancerAssignment] }) as OwnAssignments
const video = { id: 'v', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'submitted' }

test('what was submitted is shown although the tracks were being asked for before, and until they are again', async () => {
  const { client, requests, stop, ask, data } = shownCall<OwnAssignments>([
    'GET /videos/my-track-assignments/',
  ])
  const title = () => data()?.assignments[0]?.video_title
  requests[0]?.resolve(listed('none'))
  await expect.poll(title).toBe('none')
  const asked = ask()
  drawOnce(client, useMarkSubmitted)('a', video)
  requests[1]?.resolve(listed('none'))
  await asked
  expect(title()).toBe('submitted')
  const reloading = drawOnce(client, useReloadSubmissions)()
  requests[2]?.resolve(listed('from the server'))
  await reloading
  expect(title()).toBe('from the server')
  stop()
})
